/** A capacity search read from its steps: what each try showed, and what the search does next. */
import type { Capacity, CapacityTry, CreateExperiment } from '@plimsoll/contracts/experiment';
import type { CapacityCode, Disturbance } from '@plimsoll/contracts/experiment-remark';
import type { Plan } from '@plimsoll/contracts/plan';
import { asksTarget } from '@plimsoll/contracts/threshold';
import { type CapacityStep, findBounds, mostTries, nextCapacityStep, type RateTry } from './capacity-search.ts';
import { type JudgedTry, judgeTry, type Search, type SearchStep } from './judge-try.ts';

/**
 * A disturbed try is repeated so often at one rate (where the generator was the limit once: a second time it is no accident), and so
 * often in a search: a machine that is never quiet must come to an end, too.
 */
export const repeatLimits = { ofRate: 2, ofLimited: 1, ofSearch: 8 } as const;
/** Runs of a search at most, those that are repeated among them. */
export const mostRunsOfSearch = mostTries + repeatLimits.ofSearch;
/** Fewer good answers than this share are no matter of milliseconds: what broke so clearly on a machine without other work needs no repeat. */
const clearlyBroken = 0.9;

/** Did a run that completed not tell the target's resources, though the search looks for a limit of them? Such a search finds nothing. */
export function lacksTargetCpu({ state, thresholds }: SearchStep): boolean {
  return state === 'completed' && (thresholds ?? []).some(({ expression, value }) => value === null && asksTarget([expression]));
}

interface ReadSearch {
  /** Tries that count. */
  readonly tries: readonly RateTry[];
  /** Every try by the position of its step. */
  readonly shown: ReadonlyMap<number, CapacityTry>;
  /** Positions of the longer tries, that under way among them. */
  readonly confirming: ReadonlySet<number>;
}

interface SearchedExperiment {
  readonly search: CreateExperiment['search'];
  readonly variants: readonly { readonly plan: Pick<Plan, 'load'> }[];
}

/** Null: the experiment is no search, or has no plan. */
export function searchOf({ search, variants }: SearchedExperiment): Search | null {
  const load = variants[0]?.plan.load;
  return search && load ? { search, load } : null;
}

const optionsOf = ({ startRate, maxRate, precision }: Search['search']) => ({
  startRatePerSecond: startRate,
  maxRatePerSecond: maxRate,
  precision,
});

/** May something else than the target have made it so? What held in spite of it is repeated by the confirming try. */
function isDoubtful({ outcome, because, disturbed, goodShare }: JudgedTry, confirming: boolean, invalid: boolean): boolean {
  if (outcome === 'limited') return because === 'generator' || because === 'client';
  if (disturbed === null) return false;
  if (outcome === 'held') return confirming || invalid;
  return disturbed === 'other_work' || goodShare === null || goodShare >= clearlyBroken;
}

/** Replays the search: which tries count follows from those before. */
export function readSearch(steps: readonly SearchStep[], { search, load }: Search): ReadSearch {
  const tries: RateTry[] = [];
  const shown = new Map<number, CapacityTry>();
  const confirming = new Set<number>();
  const repeats = new Map<string, number>();
  let all = 0;
  for (const step of steps) {
    if (step.rate === null) continue;
    const asked = nextCapacityStep(tries, optionsOf(search));
    const longer = asked.step === 'try' && asked.phase === 'confirmation' && asked.ratePerSecond === step.rate;
    if (longer) confirming.add(step.position);
    const judged = judgeTry(step, { search, load });
    if (!judged) continue;
    const { goodPerSecond, brokeBy, ...told } = judged;
    const { outcome, because, disturbed } = told;
    const key = `${step.rate} ${longer}`;
    const before = repeats.get(key) ?? 0;
    const most = outcome === 'limited' ? repeatLimits.ofLimited : repeatLimits.ofRate;
    const counts = !(isDoubtful(judged, longer, step.validity?.stamp === 'invalid') && before < most && all < repeatLimits.ofSearch);
    shown.set(step.position, { ...told, confirming: longer, counts });
    if (!counts) {
      repeats.set(key, before + 1);
      all++;
      continue;
    }
    // Sent too unevenly to say that the target carried it.
    const unproven = outcome === 'held' && step.validity?.stamp === 'invalid';
    tries.push({
      ratePerSecond: step.rate,
      outcome: unproven ? 'limited' : outcome,
      ...(outcome === 'limited' && because !== null ? { limit: because as NonNullable<RateTry['limit']> } : {}),
      confirming: longer,
      goodPerSecond,
      disturbed: disturbed !== null,
      ...(brokeBy ? { brokeBy } : {}),
    });
  }
  return { tries, shown, confirming };
}

export function nextTry(steps: readonly SearchStep[], of: Search): CapacityStep {
  return nextCapacityStep(readSearch(steps, of).tries, optionsOf(of.search));
}

/** How many tries were disturbed, and by what; null: none. */
function countDisturbed(shown: ReadSearch['shown']): Disturbance | null {
  const all = [...shown.values()];
  const some = all.filter(({ disturbed, outcome }) => disturbed !== null && outcome !== 'limited');
  if (some.length === 0) return null;
  return { tries: some.length, of: all.length, by: some.some(({ disturbed }) => disturbed === 'other_work') ? 'other_work' : 'generator' };
}

/** The closing finding of the search; null while it goes on. */
export function searchFinding(steps: readonly SearchStep[], of: Search): CapacityCode | null {
  const next = nextTry(steps, of);
  if (next.step !== 'done') return null;
  const { tries, shown } = readSearch(steps, of);
  const { broke, surelyBroke } = findBounds(tries);
  const lowest = Number.isFinite(surelyBroke) ? surelyBroke : broke;
  const brokeBy = tries.findLast(
    ({ ratePerSecond, outcome, disturbed }) =>
      outcome === 'broke' && ratePerSecond === lowest && (disturbed !== true || lowest !== surelyBroke),
  )?.brokeBy;
  return {
    finding: next.finding,
    ...(brokeBy ? { brokeBy } : {}),
    disturbance: countDisturbed(shown),
    connections: of.load.maxConnections ?? null,
  };
}

/** The figure; while the search goes on, what is known so far. The sentence is made for who reads. */
export function findCapacity(steps: readonly SearchStep[], of: Search): Capacity | null {
  const { tries, shown } = readSearch(steps, of);
  if (tries.length === 0) return null;
  const { held, broke, surelyBroke, limit, confirmed } = findBounds(tries);
  const next = nextTry(steps, of);
  const high = next.step === 'done' ? surelyBroke : broke;
  const rate = held > 0 ? held : null;
  const disturbance = countDisturbed(shown);
  return {
    rate,
    interval: Number.isFinite(high) && limit === null ? { low: held, high } : null,
    confirmed,
    sentence: '',
    code: searchFinding(steps, of) ?? {
      finding: rate === null ? { kind: 'nothingYet' } : { kind: 'soFar', held: rate },
      disturbance: null,
      connections: null,
    },
    limit,
    disturbed: disturbance && { tries: disturbance.tries, of: disturbance.of },
  };
}

/** Tries still to come at most, for the progress bar: it may be over sooner, hardly later. */
export function triesToCome(steps: readonly SearchStep[], of: Search): number {
  const { search } = of;
  const { tries } = readSearch(steps, of);
  const { held, ceiling, confirmed } = findBounds(tries);
  const halvings = (gap: number) => Math.max(0, Math.ceil(Math.log2(gap / search.precision)));
  if (confirmed && nextTry(steps, of).step === 'done') return 0;
  if (Number.isFinite(ceiling) && held > 0) return halvings((ceiling - held) / held) + 1;
  const doublings = Math.ceil(Math.log2(search.maxRate / Math.max(held, Math.min(search.startRate, search.maxRate))));
  return (tries.length === 0 ? 1 : 0) + Math.max(0, doublings) + halvings(1) + 1;
}
