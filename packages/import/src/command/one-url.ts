import type { Unmapped } from '@plimsoll/contracts/imported-command';
import { refusal } from '@plimsoll/contracts/refusal';
import { ImportError } from '../import-error.ts';
import { listUnmapped } from './read-flags.ts';

/** The one URL among the words of a command; what stands beside it is listed. Throws ImportError without one. */
export function takeUrl(tool: string, words: readonly string[]): { readonly url: string; readonly unmapped: readonly Unmapped[] } {
  const url = words.find((word) => /^https?:\/\//i.test(word)) ?? words.find((word) => /[.:/]|^localhost$/.test(word));
  if (url === undefined) throw new ImportError(refusal('command_no_url', { tool }));
  const others = words.filter((_, index) => index !== words.indexOf(url));
  return { url, unmapped: others.map((word) => listUnmapped(word, null, /^https?:/i.test(word) ? 'url' : 'unknown')) };
}

/** Is a certificate part of it? */
export function isSecure(url: string): boolean {
  return /^https:/i.test(url);
}
