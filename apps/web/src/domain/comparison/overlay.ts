/** Points of several arms on one time axis: by elapsed time, or each stage of their loads from the same place on. Pure. */
import type { Arm } from '@plimsoll/contracts/comparison';
import type { Curve } from '@plimsoll/contracts/curve';
import type { Point } from '@plimsoll/contracts/sample';
import type { ChartRow } from '../../charts/types.ts';

type Placed = Pick<Point, 'second' | 'seconds'>;
type Overlaid<One extends Placed = Placed> = Pick<Arm, 'stageSeconds'> & { readonly points: readonly One[] };
/** An arm with the points that are drawn of it. */
export type OverlaidArm = Overlaid<Point>;
export type Alignment = 'elapsed' | 'stage';

export const armKey = (index: number): string => `arm${index}`;

/** Only loads of stages have stages to align; of one stage each there is nothing to see. */
export function hasStages(arms: readonly Overlaid[]): boolean {
  const drawn = arms.filter(({ points }) => points.length > 0);
  return (
    drawn.length > 0 &&
    drawn.every(({ stageSeconds }) => stageSeconds.length > 1) &&
    drawn.some(({ stageSeconds }) => stageSeconds.length > 2)
  );
}

/** The arms' values on one list of rows; null where an arm has none, as after the end of its shorter stage. */
export function overlay<One extends Placed>(
  arms: readonly Overlaid<One>[],
  align: Alignment,
  value: (point: One) => number | null,
): ChartRow[] {
  const places = align === 'stage' ? byStage(arms) : arms.map(byElapsed);
  const rows = new Map<number, Record<string, number | null>>();
  for (const [index, { points }] of arms.entries())
    for (const point of points) {
      const x = places[index]?.(point.second) ?? point.second;
      const row = rows.get(x) ?? { x, ...Object.fromEntries(arms.map((_, at) => [armKey(at), null])) };
      row[armKey(index)] = value(point);
      rows.set(x, row);
    }
  return inOrder(rows);
}

/** Percentile curves of the arms on one list of rows; null where an arm has none, as one without good answers. */
export function overlayCurves(curves: readonly Curve['responseTime'][]): ChartRow[] {
  const rows = new Map<number, Record<string, number | null>>();
  for (const [index, curve] of curves.entries())
    for (const [x, us] of curve) {
      const row = rows.get(x) ?? { x, ...Object.fromEntries(curves.map((_, at) => [armKey(at), null])) };
      row[armKey(index)] = us;
      rows.set(x, row);
    }
  return inOrder(rows);
}

const inOrder = (rows: ReadonlyMap<number, object>): ChartRow[] => {
  const all = [...rows.values()] as ChartRow[];
  return all.sort((a, b) => (a.x as number) - (b.x as number));
};

/** From the arm's own first measured second. */
function byElapsed({ points }: Overlaid): (second: number) => number {
  const start = points[0]?.second ?? 0;
  return (second) => second - start;
}

/** Each stage lasts as long as its longest; all places are whole points apart, so that the arms share their rows. */
function byStage(arms: readonly Overlaid[]): ((second: number) => number)[] {
  const unit = Math.max(1, ...arms.map(({ points }) => points[0]?.seconds ?? 1));
  const lengths = arms.map(({ stageSeconds }) => stageSeconds.slice(1).map((end, stage) => end - (stageSeconds[stage] ?? 0)));
  const most = Math.max(0, ...lengths.map((one) => one.length));
  const starts = [0];
  for (let stage = 0; stage < most; stage++)
    starts.push((starts.at(-1) as number) + Math.ceil(Math.max(0, ...lengths.map((one) => one[stage] ?? 0)) / unit) * unit);
  return arms.map(({ stageSeconds }) => (second) => {
    const begun = stageSeconds.filter((start) => start <= second).length - 1;
    // A sample that ends after the last stage still belongs to it.
    const stage = Math.max(0, Math.min(begun, stageSeconds.length - 2));
    return (starts[stage] ?? 0) + Math.floor((second - (stageSeconds[stage] ?? 0)) / unit) * unit;
  });
}
