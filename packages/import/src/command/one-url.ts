import type { Unmapped } from '@plimsoll/contracts/imported-command';
import { refusal } from '@plimsoll/contracts/refusal';
import { importedWords } from '@plimsoll/wording/en/import';
import { ImportError } from '../import-error.ts';
import { type FlagTable, type Given, type GivenFlags, listUnmapped, readFlags } from './read-flags.ts';
import { draftRequest, type RequestDraft } from './request-draft.ts';

/** The one URL among the words of a command; what stands beside it is listed. Throws ImportError without one. */
export function takeUrl(tool: string, words: readonly string[]): { readonly url: string; readonly unmapped: readonly Unmapped[] } {
  const url = words.find((word) => /^https?:\/\//i.test(word)) ?? words.find((word) => /[.:/]|^localhost$/.test(word));
  if (url === undefined) throw new ImportError(refusal('command_no_url', { tool }));
  const others = words.filter((_, index) => index !== words.indexOf(url));
  return { url, unmapped: others.map((word) => listUnmapped(word, null, /^https?:/i.test(word) ? 'url' : 'unknown')) };
}

/** Is a certificate part of it? */
export function isSecure(url: string): boolean {
  return /^(https|wss):/i.test(url);
}

interface OneRequest<Name extends string> {
  readonly given: GivenFlags<Name>;
  readonly url: string;
  readonly request: RequestDraft;
  /** Flags that name a file with the body, which is not part of the command. */
  readonly files: readonly Given[];
  readonly notes: string[];
  readonly unmapped: readonly Unmapped[];
}

interface Ways {
  readonly bodyMethod?: 'GET';
  /** A header as the tool takes it, as `Name: value`. */
  readonly header?: (written: string) => string;
}

/** A command that loads one URL, with the parts of its request that tools write alike, of those that are in its table. */
export function readOneRequest<Name extends string>(
  tool: string,
  table: FlagTable<Name>,
  words: readonly string[],
  { bodyMethod, header = (written) => written }: Ways = {},
): OneRequest<Name> {
  const given = readFlags(table, words);
  const { url, unmapped } = takeUrl(tool, given.words);
  const request = draftRequest(url, bodyMethod);
  const { all, last } = given as GivenFlags<string>;
  for (const { value } of all('header')) request.header(header(value));
  for (const { value } of all('host')) request.header(`Host: ${value}`);
  for (const { value } of all('accept')) request.headerUnlessGiven('Accept', value);
  for (const { value } of all('userAgent')) request.headerUnlessGiven('User-Agent', value);
  const [basic, body, files] = [last('basic'), last('body'), all('bodyFile')];
  if (basic) request.basic(basic.value);
  if (body) request.body(body.value);
  return { given, url, request, files, notes: files.length > 0 ? [importedWords.note.body] : [], unmapped };
}
