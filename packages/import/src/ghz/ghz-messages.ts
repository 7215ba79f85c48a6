/** The content of a ghz command's calls: its messages and its metadata, with their templates. */

import type { Unmapped } from '@plimsoll/contracts/imported-command';
import type { PlanInput } from '@plimsoll/contracts/plan';
import { maskedSecret } from '@plimsoll/contracts/problem';
import { isRecord } from '@plimsoll/contracts/record';
import { refusal } from '@plimsoll/contracts/refusal';
import { importedWords } from '@plimsoll/wording/en/import';
import { refusalSentence } from '@plimsoll/wording/refusal-sentence';
import { type Given, listGiven, listUnmapped } from '../command/read-flags.ts';
import { ImportError } from '../import-error.ts';
import type { GhzFlags } from './ghz-flags.ts';
import { translateGhzTemplate } from './ghz-template.ts';

type CallInput = NonNullable<NonNullable<PlanInput['target']>['grpc']>;
type Message = Readonly<Record<string, unknown>>;

interface Sent {
  readonly fields: Pick<CallInput, 'message' | 'messages' | 'metadata'>;
  readonly unmapped: readonly Unmapped[];
  readonly notes: readonly string[];
}

/** Keys that gRPC writes by itself. */
const owned = /^(grpc-.*|te|content-type|host|connection|user-agent|content-length|transfer-encoding|x-load-test-run)$/;

/** `input`: what stands for standard input. Throws ImportError where JSON cannot be read. */
export function readGhzMessages(given: GhzFlags, call: string, input: string | null): Sent {
  const unmapped: Unmapped[] = [];
  const notes: string[] = [];
  const translate = (flag: string) => (text: string) =>
    translateGhzTemplate(text, call, (action) => {
      if (!unmapped.some((one) => one.flag === flag && one.value === action)) unmapped.push(listUnmapped(flag, action, 'template'));
    });
  const data = given.last('data');
  const isInput = data?.value === '@';
  const files = [...given.all('binary'), ...given.all('binaryFile')];
  unmapped.push(
    ...listGiven(files, 'binary'),
    ...listGiven(given.all('dataFile'), 'file'),
    ...listGiven(given.all('metadataFile'), 'file'),
  );
  const isElsewhere = files.length > 0 || (given.last('dataFile') !== undefined && !isInput) || (isInput && input === null);
  if (isElsewhere) {
    notes.push(importedWords.note.messages);
    // A message may hold secrets.
    if (data) unmapped.push({ ...listUnmapped(data.flag, null, isInput ? 'file' : 'ignored') });
  }
  const messages = data && !isElsewhere ? readMessages({ flag: data.flag, value: isInput ? (input ?? '') : data.value }) : [];
  const translated = data ? messages.map((message) => mapTexts(message, translate(data.flag)) as Message) : [];
  return {
    fields: {
      ...(translated.length > 1 ? { messages: translated } : translated[0] ? { message: translated[0] } : {}),
      metadata: readMetadata(given.last('metadata'), translate, unmapped),
    },
    unmapped,
    notes,
  };
}

function readMessages(written: Given): Message[] {
  const value = readJson(written);
  const messages: unknown[] = Array.isArray(value) ? value : [value];
  if (messages.length === 0 || !messages.every(isRecord)) throw new ImportError(refusal('flag_needs_json', { flag: written.flag }));
  return messages;
}

function readMetadata(
  written: Given | undefined,
  translate: (flag: string) => (text: string) => string,
  unmapped: Unmapped[],
): Record<string, string> {
  if (!written) return {};
  const entries = Object.entries(readGhzTexts(written)).flatMap(([name, value]) => {
    const key = name.toLowerCase();
    if (owned.test(key)) {
      unmapped.push({
        ...listUnmapped(`${written.flag} ${name}`, value, 'other'),
        why: refusalSentence(refusal('header_owned', { name })),
      });
      return [];
    }
    return [[key, key.endsWith('-bin') ? toBase64(value) : translate(written.flag)(value)]];
  });
  return Object.fromEntries(entries);
}

/** Texts by name, as `--metadata` and `--tags` have them. Throws ImportError on anything else. */
export function readGhzTexts(written: Given): Record<string, string> {
  const value = readJson(written);
  if (!isRecord(value)) throw new ImportError(refusal('flag_needs_json', { flag: written.flag }));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, typeof one === 'string' ? one : JSON.stringify(one)]));
}

/** Metadata that reflection alone gets, which may be a secret. */
export function listReflectMetadata(given: GhzFlags): Unmapped[] {
  return given.all('reflectMetadata').map(({ flag }) => ({ ...listUnmapped(flag, null, 'reflection'), value: maskedSecret }));
}

function readJson({ flag, value }: Given): unknown {
  try {
    return JSON.parse(value);
  } catch {
    throw new ImportError(refusal('flag_needs_json', { flag }));
  }
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change));
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapTexts(one, change)])) : value;
}

/** grpc-go takes the bytes themselves; a plan has them in base64. */
function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
