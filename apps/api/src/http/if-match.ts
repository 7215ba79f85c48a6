/** `If-Match` (RFC 9110, 13.1.1): a change of what the asker has seen, and of nothing newer. */
import { problemWords } from '@plimsoll/wording/en/problem';
import { z } from 'zod';
import { invalid } from './api-error.ts';

/** For a route's `headers`: the tag is checked by {@link readIfMatch}, whose refusal has a sentence. */
export const ifMatchHeaders = z.looseObject({ 'if-match': z.string().optional() });

/** `"3"`: the revision of what is answered. */
export const revisionTag = (revision: number): string => `"${revision}"`;

const tags = /^(?:W\/)?"([1-9]\d{0,8})"$/;

/** The revision that may be changed; null: any. One tag, as it was answered. */
export function readIfMatch(headers: z.infer<typeof ifMatchHeaders>): number | null {
  const given = headers['if-match']?.trim();
  if (given === undefined || given === '*') return null;
  const revision = tags.exec(given)?.[1];
  if (revision === undefined) throw invalid('/headers/if-match', problemWords.general.ifMatch);
  return Number(revision);
}
