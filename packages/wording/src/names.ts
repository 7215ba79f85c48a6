/** Names of what the contracts name. The first page loads them. */
import type { Environment } from '@plimsoll/contracts/run';
import type { Validity } from '@plimsoll/contracts/validity';
import { nameWords, outcomeWords, runLimitWords, spokenProtocolWords } from './en/names.ts';
import { isSaid } from './words.ts';

/** Names the limit that held a run back, and what to do; null where none did, or where the reasons of its stamp say that of its generator. */
export function limitSentence({ limit, reasons }: Pick<Validity, 'limit' | 'reasons'>): string | null {
  const isOwn = limit === 'generator' || limit === 'client';
  return limit === null || limit === 'none' || (isOwn && reasons.length > 0) ? null : runLimitWords[limit];
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
