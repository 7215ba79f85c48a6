/** How finely the runs of a comparison are cut into units: it follows from how long they are and how many. */
import type { Plan } from '@plimsoll/contracts/plan';
import type { Sample } from '@plimsoll/contracts/sample';
import { countSeconds, resolutionFor, wholeResolution } from '../second/point.ts';
import { coveredSeconds, groupBySecond } from '../second/seconds.ts';

/** How much was measured of a run, its warm-up left out, or within a window of it. */
export interface RunExtent {
  /** One a second and shard. */
  readonly samples: number;
  /** Seconds that samples cover. */
  readonly seconds: number;
  /** Last second + 1; 0 without any. */
  readonly end: number;
  /** Seconds a sample: 1, more once the run was thinned; 0: they are gone. */
  readonly sampleSeconds: number;
  /** Did it take turns with others? */
  readonly inTurns?: boolean;
}

export function measureExtent(measured: readonly Sample[]): RunExtent {
  const seconds = groupBySecond(measured).reduce((sum, { shards }) => sum + coveredSeconds(shards), 0);
  return { samples: measured.length, seconds, end: countSeconds(measured), sampleSeconds: coveredSeconds(measured) };
}

/** Seconds a unit: of a run as a whole, and of its requests. */
export interface RunGrid {
  readonly unitSeconds: number;
  readonly requestUnitSeconds: number;
}

/** The grid of each run of each arm, in their order. */
export interface ComparisonGrids {
  readonly base: readonly RunGrid[];
  readonly candidates: readonly (readonly RunGrid[])[];
}

/** Units an arm may have in all: dozens of long runs would otherwise fill the memory with buckets. */
const mostArmUnits = 6000;
/** More blocks make an interval no better and each request's replicates slower. */
const mostRequestUnits = 100;

/** Seconds a unit for runs that no chart is made of: longer where an arm has many long runs, whose number then matters more. */
function coarseUnitSeconds(runs: readonly RunExtent[], unitSeconds: number): number {
  const units = runs.reduce((sum, { samples }) => sum + samples / unitSeconds, 0);
  return unitSeconds * Math.max(1, Math.ceil(units / mostArmUnits));
}

/** One unit for the charts of all arms, so that they line up; each arm's first run has a chart. One unit for all requests. */
export function chooseGrids(base: readonly RunExtent[], candidates: readonly (readonly RunExtent[])[]): ComparisonGrids {
  const arms = [base, ...candidates];
  const sampleSeconds = Math.max(1, ...arms.flat().map((run) => run.sampleSeconds));
  const unitSeconds = wholeResolution(resolutionFor(Math.max(1, ...arms.flat().map(({ end }) => end))), sampleSeconds);
  const coarse = arms.map((runs) => coarseUnitSeconds(runs, unitSeconds));
  const longest = arms.flat().reduce((most, { seconds }) => Math.max(most, seconds), 1);
  const requestUnitSeconds = wholeResolution(Math.max(Math.ceil(longest / mostRequestUnits), ...coarse), sampleSeconds);
  const [ofBase = [], ...others] = arms.map((runs, arm) =>
    runs.map(({ inTurns }, index): RunGrid => {
      const own = index === 0 ? unitSeconds : (coarse[arm] as number);
      // A longer unit would begin in one turn and end in another.
      return { unitSeconds: own, requestUnitSeconds: inTurns ? own : requestUnitSeconds };
    }),
  );
  return { base: ofBase, candidates: others };
}

/** Units a point of a long run's chart: a page draws some 200 points beside each other, and a megabyte of them takes long to send. */
const unitsOfPoint = 3;

/** Seconds a point of the charts whose series have units of so many. A short run is charted by the second. */
export function chartSeconds(unitSeconds: number): number {
  return unitSeconds === 1 ? 1 : unitSeconds * unitsOfPoint;
}

/** The grid of a run that is compared with one like it. */
export function ownGrid(extent: RunExtent): RunGrid {
  return chooseGrids([extent], []).base[0] as RunGrid;
}

/** Requests of a plan with several, by name. */
export function listRequests({ requests }: Pick<Plan, 'requests'>): string[] {
  return (requests ?? []).map(({ name }) => name);
}
