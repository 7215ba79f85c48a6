/** The verdict sentence of a finished run: what ran, how much, how fast, how many errors, whether it passed and can be trusted. */
import type { Plan } from '@plimsoll/contracts/plan';
import { peakConnections, peakRate } from '@plimsoll/contracts/plan';
import type { Run, Summary, Validity } from '@plimsoll/contracts/run';
import type { ThresholdResult } from '@plimsoll/contracts/threshold';
import { count, listed, ms, percent, rate, span } from './wording.ts';

type Finished = Pick<Run, 'plan' | 'state' | 'stateReason' | 'summary' | 'validity' | 'thresholds'>;

const ends: Partial<Record<Run['state'], string>> = {
  stopped: 'It was stopped before its end.',
  auto_stopped: 'It stopped itself.',
  worker_lost: 'Its worker was lost before the end.',
  control_lost: 'It lost its connection to the database and went silent.',
};

export function verdictSentence(run: Finished): string {
  const { summary } = run;
  if (!summary || summary.requests === 0) return [run.stateReason ?? ends[run.state], 'No request finished.'].filter(Boolean).join(' ');
  const end = ends[run.state];
  return [figures(run.plan, summary), end && (run.stateReason ?? end), thresholdsPhrase(run.thresholds), trustPhrase(run.validity)]
    .filter(Boolean)
    .join(' ');
}

function loadPhrase(plan: Plan): string {
  const { load } = plan;
  if (load.model === 'open') return `${load.stages ? 'up to ' : ''}${rate(peakRate(load) ?? 0)} requests/s planned`;
  const n = peakConnections(load);
  return `${load.stages ? 'up to ' : ''}${count(n)} ${n === 1 ? 'connection' : 'connections'}${plan.connection.keepAlive ? '' : ', keep-alive off'}${plan.connection.client === 'wire' ? ', raw sockets' : ''}`;
}

function figures(plan: Plan, summary: Summary): string {
  const { p99Us } = summary.responseTime;
  const errors = summary.failed === 0 ? 'no errors' : `${percent(summary.errorRate ?? 0)} errors`;
  const parts = [`${rate(summary.throughputPerSecond)} requests/s`, ...(p99Us === null ? [] : [`p99 ${ms(p99Us)}`]), errors];
  const dropped = summary.dropped > 0 ? ` (${count(summary.dropped)} due requests were dropped)` : '';
  return `${plan.name} ran ${span(summary.durationMs)} with ${loadPhrase(plan)}: ${parts.join(', ')}${dropped}.`;
}

function thresholdsPhrase(thresholds: readonly ThresholdResult[]): string {
  if (thresholds.length === 0) return '';
  const missed = thresholds.filter((threshold) => !threshold.passed);
  if (missed.length === 0) return thresholds.length === 1 ? 'The threshold holds.' : `All ${thresholds.length} thresholds hold.`;
  const names = listed(missed.slice(0, 3).map((threshold) => `"${threshold.expression}"`));
  const rest = missed.length > 3 ? ` and ${missed.length - 3} more` : '';
  return `${missed.length} of ${thresholds.length} ${thresholds.length === 1 ? 'threshold' : 'thresholds'} missed: ${names}${rest}.`;
}

function trustPhrase(validity: Validity | null): string {
  if (!validity) return '';
  if (validity.stamp === 'valid') return 'The measurement is valid.';
  const lead = validity.stamp === 'invalid' ? 'Do not trust these figures:' : 'Read with care:';
  const [first = '', ...more] = validity.reasons;
  const plain = /^(The|Only|Nothing)\b/.test(first) ? first.charAt(0).toLowerCase() + first.slice(1) : first;
  return `${lead} ${plain}${more.length > 0 ? ` (${more.length} more ${more.length === 1 ? 'reason' : 'reasons'})` : ''}`;
}
