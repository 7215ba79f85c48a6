/** A run in sentences. */
import type { Plan } from '@plimsoll/contracts/plan';
import { loadDurationMs, peakRate } from '@plimsoll/contracts/plan';
import type { Run, RunListItem } from '@plimsoll/contracts/run';
import type { SharedPlan } from '@plimsoll/contracts/share';
import { formatCount, formatShortCount, formatSignificant } from '@plimsoll/wording/number';
import { reasonBesides, runFigures } from '@plimsoll/wording/run-sentence';
import { formatLength } from '@plimsoll/wording/time';
import { t } from '../../i18n/i18n.ts';
import { countedAs } from './counted-as.ts';

/** `closed, 200 connections, 10 s` · `open, 14 stages to 700/s`; what stands in for a load that cannot be read is called that. */
export function loadWords(plan: Pick<Plan, 'load' | 'connection'>): string {
  const { load } = plan;
  const lengthMs = loadDurationMs(load);
  const length = lengthMs === null ? '' : formatLength(lengthMs);
  if (load.model === 'open') {
    const peak = formatSignificant(peakRate(load) ?? 0);
    return load.stages ? t('load.openStages', { count: load.stages.length, peak, length }) : t('load.open', { peak, length });
  }
  if (load.stages)
    return t('load.closedStages', { count: load.stages.length, peak: formatCount(Math.max(...load.stages.map((s) => s.to))), length });
  const ends = [
    length,
    load.requests === undefined ? '' : t('load.requests', { ...countedAs(plan), text: formatShortCount(load.requests) }),
  ].filter(Boolean);
  // Only a stand-in has neither.
  if (ends.length === 0) return t('load.unreadable');
  const connections = load.connections ?? 1;
  return t('load.closed', { count: connections, connections: formatCount(connections), ends: ends.join(t('load.or')) });
}

/** Of an imported run the load is not known, only who made it. */
export function runLoadWords({ plan, source }: Pick<RunListItem, 'source'> & { readonly plan: Pick<Plan, 'load' | 'connection'> }): string {
  return source ? t('load.imported', { tool: source.tool }) : loadWords(plan);
}

export function planWords(plan: Plan | SharedPlan): string {
  return [
    loadWords(plan),
    plan.connection.client === 'undici' ? '' : t(`httpClient.${plan.connection.client}`),
    plan.connection.protocol === 'http1' ? '' : t(`launch.protocols.${plan.connection.protocol}`),
    // A connection of gRPC is always kept.
    plan.connection.protocol === 'grpc' ? '' : t(plan.connection.keepAlive ? 'load.keepAliveOn' : 'load.keepAliveOff'),
    plan.warmup === '0s' ? '' : t('load.warmup', { length: plan.warmup }),
  ]
    .filter(Boolean)
    .join(' · ');
}

type Finished = Pick<Run, 'state' | 'stateReason' | 'summary' | 'thresholds' | 'validity'> & {
  /** A share does not tell what there was to send. */
  readonly plan?: Pick<Plan, 'load' | 'connection'>;
};

/** Why it ended, where its state does not say it, or where its load had several ends and one of them came first. */
function endWords({ state, stateReason, plan }: Finished): string | null {
  const load = plan?.load;
  const several = load?.model === 'closed' && load.requests !== undefined && load.duration !== undefined;
  return state === 'completed' && several ? stateReason : reasonBesides(state, stateReason);
}

/** The first thing a finished run says: held or not, then how much, how fast, how many errors. */
export function verdictWords(run: Finished): { lead: string; rest: string; tone: 'good' | 'bad' | 'warn' | 'even' } {
  const { summary, thresholds, state, plan } = run;
  if (!summary || summary.requests === 0)
    return { lead: t(`state.${state}`), rest: run.stateReason ?? t('verdict.nothing'), tone: state === 'completed' ? 'even' : 'bad' };
  const broken = thresholds.filter((one) => !one.passed).length;
  const figures = runFigures(summary, plan ? plan.connection.protocol === 'grpc' : undefined);
  const reason = endWords(run);
  const rest = reason === null ? figures : `${reason} ${figures}`;
  if (broken > 0) return { lead: t('verdict.broken', { count: broken, of: thresholds.length }), rest, tone: 'bad' };
  if (thresholds.length > 0)
    return { lead: t('verdict.holds', { count: thresholds.length }), rest, tone: run.validity?.stamp === 'invalid' ? 'even' : 'good' };
  return { lead: t(`verdict.${state === 'completed' ? 'completed' : 'ended'}`, { state: t(`state.${state}`) }), rest, tone: 'even' };
}

/** Where a run stands against its thresholds, for a column. */
export function thresholdWords(run: Pick<RunListItem, 'thresholds' | 'state'>): { text: string; passed: boolean | null } {
  if (run.thresholds.length === 0) return { text: '–', passed: null };
  const passed = run.thresholds.filter((one) => one.passed).length;
  return { text: `${passed}/${run.thresholds.length}`, passed: passed === run.thresholds.length };
}
