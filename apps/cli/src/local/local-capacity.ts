/** A search for the capacity without a server: the tries of an experiment, judged by the same rules. */
import type { Capacity, CreateExperiment } from '@plimsoll/contracts/experiment';
import type { Plan } from '@plimsoll/contracts/plan';
import type { Sample } from '@plimsoll/contracts/sample';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import type { Try } from '@plimsoll/pages/tries-figures';
import type { Search, SearchStep } from '@plimsoll/statistics/judge-try';
import { confirmingTimes, planAtRate } from '@plimsoll/statistics/plan-at-rate';
import { findCapacity, nextTry, readSearch, searchOf } from '@plimsoll/statistics/read-search';
import { capacitySentence } from '@plimsoll/wording/capacity-sentence';
import { type LocalRun, makeLoads } from './make-loads.ts';

export interface LocalCapacity {
  readonly capacity: Capacity | null;
  readonly tries: readonly Try[];
  readonly runs: readonly LocalRun[];
}

export async function capacityHere(
  experiment: Pick<CreateExperiment, 'search'> & { readonly plan: Plan },
  { policy, signal, onTry, onSample }: CapacityEvents,
): Promise<LocalCapacity> {
  const { search, plan } = experiment;
  const of = searchOf({ search, variants: [{ plan }] });
  const steps: SearchStep[] = [];
  const runs: LocalRun[] = [];
  for (let next = of && nextTry(steps, of); of && next?.step === 'try'; next = nextTry(steps, of)) {
    const rate = next.ratePerSecond;
    onTry(steps.length + 1, rate);
    const tried = { ...planAtRate(plan, rate, next.phase === 'confirmation' ? confirmingTimes : 1), thresholds: of.search.thresholds };
    const [made] = await makeLoads({ plans: [tried], policy, seed: 0, signal, onSample: (_, sample) => onSample(sample) });
    if (!made) break;
    runs.push(made);
    const { state, validity, thresholds, summary } = made.run;
    steps.push({ position: steps.length, rate, state, validity, thresholds, summary });
    // Another end is no try: the same would only be asked for again.
    if (state !== 'completed' && state !== 'auto_stopped') break;
  }
  const found = of && findCapacity(steps, of);
  return {
    capacity: found && { ...found, sentence: found.code ? capacitySentence(found.code) : '' },
    tries: of ? triesOf(steps, of) : [],
    runs,
  };
}

/** As the runs of an experiment tell them. */
function triesOf(steps: readonly SearchStep[], of: Search): Try[] {
  const { shown } = readSearch(steps, of);
  return steps.map(({ position, rate, summary, thresholds, validity }) => ({
    rate: rate ?? 0,
    passed: null,
    try: shown.get(position) ?? null,
    stamp: validity?.stamp ?? null,
    thresholds: [...(thresholds ?? [])],
    throughputPerSecond: summary?.throughputPerSecond ?? null,
    goodputPerSecond: summary?.goodputPerSecond ?? null,
    p99Us: summary?.responseTime.p99Us ?? null,
    errorRate: summary?.errorRate ?? null,
  }));
}

interface CapacityEvents {
  readonly policy: TargetPolicy;
  readonly signal: AbortSignal;
  readonly onTry: (number: number, ratePerSecond: number) => void;
  readonly onSample: (sample: Sample) => void;
}
