/** Names of what the contracts name. The first page loads them. */
import { isOwnLimit } from '@plimsoll/contracts/limit';
import type { Environment } from '@plimsoll/contracts/run';
import type { Validity } from '@plimsoll/contracts/validity';
import { nameWords, outcomeWords, runLimitWords, spokenProtocolWords } from './en/names.ts';
import { isSaid } from './words.ts';

/** Names the limit that held a run back, and what to do; null where none did, or where the reasons of its stamp say that of its generator. */
export function limitSentence({ limit, reasons, findings }: Pick<Validity, 'limit' | 'reasons' | 'findings'>): string | null {
  // Others took the machine: the stamp says so, and what to do.
  const isDisturbed = limit === 'unknown' && (findings ?? []).some(({ kind }) => kind === 'other_work' || kind === 'throttled');
  const isTold = isDisturbed || (isOwnLimit(limit) && reasons.length > 0);
  return limit === null || limit === 'none' || isTold ? null : runLimitWords[limit];
}

/** The client that sent the requests, and its protocol: `undici 8.12.4, HTTP/2`. */
export function clientName({ client, protocol = null }: Pick<Environment, 'client'> & Partial<Pick<Environment, 'protocol'>>): string {
  return protocol ? `${client}, ${spokenProtocolWords[protocol]}` : client;
}

/** The name of a group of errors: a status or an outcome. */
export function errorName(kind: string): string {
  if (/^\d+$/.test(kind)) return nameWords.httpStatus({ status: kind });
  return isSaid(outcomeWords, kind) ? outcomeWords[kind] : kind;
}
