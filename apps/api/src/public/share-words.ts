/** What a shared page says, in the words of the web's own page: a browser journey holds both against each other. */
import type { Comparability } from '@plimsoll/contracts/comparison';
import { formatLength, formatRate, formatShare, formatShortCount, formatUs } from '@plimsoll/contracts/figures';
import type { OutcomeKind } from '@plimsoll/contracts/outcome';
import type { RunState, Validity } from '@plimsoll/contracts/run';
import type { SharedContent } from '@plimsoll/contracts/share';
import type { ComparedMetric, Verdict } from '@plimsoll/contracts/verdict';

export const metricNames: Readonly<Record<ComparedMetric, string>> = {
  throughput: 'Throughput',
  errorRate: 'Error rate',
  p50: 'p50 response time',
  p90: 'p90 response time',
  p95: 'p95 response time',
  p99: 'p99 response time',
  p999: 'p99.9 response time',
};
export const verdictNames: Readonly<Record<Verdict, string>> = {
  better: 'Better',
  worse: 'Worse',
  no_difference: 'No difference',
  not_enough_evidence: 'Not enough evidence',
};
export const stampNames: Readonly<Record<Validity['stamp'], string>> = { valid: 'Valid', degraded: 'Degraded', invalid: 'Invalid' };
export const gradeNames: Readonly<Record<Comparability['grade'], string>> = {
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

const outcomeNames: Readonly<Record<OutcomeKind, string>> = {
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

/** The name of a group of errors: a status or an outcome. */
export function errorName(kind: string): string {
  return /^\d+$/.test(kind) ? `HTTP ${kind}` : (outcomeNames[kind as OutcomeKind] ?? kind);
}

type SharedRun = Extract<SharedContent, { kind: 'run' }>['run'];

function leadOf({ thresholds, state }: SharedRun): string {
  const broken = thresholds.filter((one) => !one.passed).length;
  if (broken > 0) return `${broken} of ${thresholds.length} thresholds broken.`;
  if (thresholds.length > 0) return thresholds.length === 1 ? 'The threshold holds.' : `All ${thresholds.length} thresholds hold.`;
  return `${stateNames[state]}.`;
}

/** Held or not, then how much, how fast, how many errors. */
export function runSentence(run: SharedRun): string {
  const { summary, stateReason, state } = run;
  if (!summary || summary.requests === 0) return `${stateNames[state]} ${stateReason ?? 'No request finished.'}`;
  const errors = summary.failed === 0 ? 'no errors' : `${formatShare(summary.errorRate)} errors`;
  const figures = `${formatShortCount(summary.requests)} requests in ${formatLength(summary.durationMs)} at ${formatRate(summary.throughputPerSecond)}, p99 ${formatUs(summary.responseTime.p99Us)}, ${errors}.`;
  return [leadOf(run), state === 'completed' ? null : stateReason, figures].filter(Boolean).join(' ');
}

export function sentenceOf(content: SharedContent): string {
  return content.kind === 'comparison' ? content.comparison.sentence : runSentence(content.run);
}

const severity: Readonly<Record<Validity['stamp'], number>> = { valid: 0, degraded: 1, invalid: 2 };

/** The worst stamp of all runs shown; null where none was judged. */
export function validityOf(content: SharedContent): Validity['stamp'] | null {
  const { base, candidate } = content.kind === 'comparison' ? content.comparison : { base: null, candidate: null };
  const judged =
    content.kind === 'run' ? [content.run.validity] : [...(base?.runs ?? []), ...(candidate?.runs ?? [])].map((run) => run.validity);
  const stamps = judged.flatMap((validity) => (validity ? [validity.stamp] : []));
  return stamps.sort((a, b) => severity[b] - severity[a])[0] ?? null;
}
