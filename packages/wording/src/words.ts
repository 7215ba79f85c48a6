/** Words for what the contracts name, in English: the web's catalogue and the pages without a script say the same. Imports nothing, since the first page loads it. */
import type { Comparability, ComparabilityGrade } from '@plimsoll/contracts/comparison';
import type { HttpClient } from '@plimsoll/contracts/connection';
import type { ExperimentKind } from '@plimsoll/contracts/experiment';
import type { OutcomeKind } from '@plimsoll/contracts/outcome';
import type { RunState, Validity } from '@plimsoll/contracts/run';
import type { SettingName } from '@plimsoll/contracts/setting';
import type { Verdict } from '@plimsoll/contracts/verdict';

export const verdictNames: Readonly<Record<Verdict, string>> = {
  better: 'Better',
  worse: 'Worse',
  no_difference: 'No difference',
  not_enough_evidence: 'Not enough evidence',
};
export const stampNames: Readonly<Record<Validity['stamp'], string>> = { valid: 'Valid', degraded: 'Degraded', invalid: 'Invalid' };
export const gradeNames: Readonly<Record<ComparabilityGrade, string>> = {
  same: 'Like with like.',
  differs_in_what_was_varied: 'Like with like.',
  not_like_with_like: 'Not like with like.',
};
export const stateNames: Readonly<Record<RunState, string>> = {
  queued: 'Queued',
  starting: 'Starting',
  running: 'Running',
  stopping: 'Stopping',
  completed: 'Completed',
  stopped: 'Stopped',
  auto_stopped: 'Stopped by itself',
  worker_lost: 'Worker lost',
  control_lost: 'Control lost',
  start_failed: 'Could not start',
  target_refused: 'Target refused',
};

export const outcomeNames: Readonly<Record<OutcomeKind, string>> = {
  timeout: 'Timeout',
  connect_refused: 'Connection refused',
  connect_timeout: 'Connect timeout',
  reset: 'Connection reset',
  closed_early: 'Closed early',
  tls: 'TLS failure',
  dns: 'Name not found',
  protocol: 'Protocol error',
  refused_by_policy: 'Refused by policy',
  check_failed: 'Check failed',
  cut_off: 'Cut off',
  response: 'Response',
};

export const settingTitles: Readonly<Record<SettingName, string>> = {
  keepAlive: 'Keep-alive',
  client: 'HTTP client',
  protocol: 'Protocol',
  streams: 'Streams per connection',
  connections: 'Connections',
  rate: 'Requests per second',
  pipelining: 'Pipelining',
  bodyBytes: 'Body size, bytes',
  url: 'Target URL',
};
export const clientNames: Readonly<Record<HttpClient, string>> = { undici: 'undici', wire: 'raw sockets' };
export const experimentKindNames: Readonly<Record<ExperimentKind, string>> = {
  ab: 'A/B',
  aa: 'Noise floor',
  sweep: 'Sweep',
  capacity: 'Capacity',
};

/** The grade in words, unless the sentence about it begins with them. */
export function gradeLead({ grade, sentence }: Pick<Comparability, 'grade' | 'sentence'>): string {
  return sentence.startsWith(gradeNames[grade].slice(0, -1)) ? '' : gradeNames[grade];
}

/** The name of a group of errors: a status or an outcome. */
export function errorName(kind: string): string {
  return /^\d+$/.test(kind) ? `HTTP ${kind}` : (outcomeNames[kind as OutcomeKind] ?? kind);
}
