/** The shares of a run's regions, each from the samples of its own shards. */
import type { Plan } from '@plimsoll/contracts/plan';
import type { Sample } from '@plimsoll/contracts/sample';
import type { RegionSummary, Summary } from '@plimsoll/contracts/summary';
import { summarisePart } from './summary.ts';
import { judgeValidity } from './validity.ts';

export interface RegionSamples {
  readonly label: string;
  /** Workers that made its share. */
  readonly generators: number;
  /** Of its shards alone, with those of the warm-up. */
  readonly samples: readonly Sample[];
}

/** `of`: the whole run, or its window, per second of whose measured time rates are told. */
export function measureRegion(
  { label, generators, samples }: RegionSamples,
  { durationMs }: Pick<Summary, 'durationMs'>,
): Omit<RegionSummary, 'stamp'> {
  const measured = samples.filter(({ warmup }) => !warmup);
  return { label, generators, ...summarisePart(measured, durationMs) };
}

/** The same of a whole run, judged. */
export function summariseRegion(region: RegionSamples, plan: Plan, of: Pick<Summary, 'durationMs'>): RegionSummary {
  return { ...measureRegion(region, of), stamp: judgeValidity(plan, region.samples).stamp };
}
