/** Names of what the contracts name. The first page loads them. */
import { isOwnLimit, type LimitEvidenceKind, type RunLimit } from '@plimsoll/contracts/limit';
import type { Environment } from '@plimsoll/contracts/run';
import type { Validity } from '@plimsoll/contracts/validity';
import { lossyTargetWords, nameWords, outcomeWords, runLimitWords, spokenProtocolWords, validityWords } from './en/names.ts';
import { isSaid } from './words.ts';

type Stamp = Pick<Validity, 'limit' | 'reasons' | 'findings' | 'evidence'>;

export type LimitWords = Readonly<Record<Exclude<RunLimit, 'none'>, string>>;

/** Before the reasons of a stamp; null where they say all: the load of another tool was watched by nobody, which is no doubt of ours. */
export function stampTitle({ stamp }: Pick<Validity, 'stamp'>): string | null {
  if (stamp === 'invalid') return validityWords.invalidTitle;
  return stamp === 'degraded' ? validityWords.degradedTitle : null;
}

/**
 * Names the limit that held a run back, and what to do; null where none did, or where the reasons of its stamp say both. `words`: in
 * place of those for a run of a server.
 */
export function limitSentence(stamp: Stamp, words: LimitWords = runLimitWords): string | null {
  const { limit } = stamp;
  if (limit === null || limit === 'none' || isTold(stamp)) return null;
  return (limit === 'target' && lossyTarget(stamp)) || words[limit];
}

/** Null where it was slow, or full. */
function lossyTarget({ evidence }: Pick<Stamp, 'evidence'>): string | null {
  const shows = (...kinds: readonly LimitEvidenceKind[]) => evidence.some(({ kind }) => kinds.includes(kind));
  if (shows('service_time_grew', 'target_core_full', 'target_cpu_full')) return null;
  if (shows('refused')) return lossyTargetWords.refused;
  return shows('unanswered') ? lossyTargetWords.unanswered : null;
}

/** That others took the machine says what to do; that an open load fell short does not. */
function isTold({ limit, reasons, findings = [] }: Stamp): boolean {
  if (limit !== 'unknown' && !isOwnLimit(limit)) return false;
  if (findings.some(({ kind }) => kind === 'other_work' || kind === 'throttled')) return true;
  const byClosedLoad = findings.some((finding) => finding.kind === 'loop_busy' && finding.limits !== null);
  // Reasons of an older version are sentences alone.
  const isOlder = reasons.length > 0 && findings.every(({ kind }) => kind === 'legacy');
  return isOwnLimit(limit) && (byClosedLoad || isOlder);
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
