/** A comparison as the JSON text of the API's answer. */
import { randomUUID } from 'node:crypto';
import { type Arm, type ComparisonResult, comparisonResultSchema } from '@plimsoll/contracts/comparison';

/**
 * `charts`: JSON of the points and the curve of each arm, the base first; null where they stand in the result. They go into the text as
 * they were kept: to read, check and write those megabytes again takes longer than the comparison itself.
 */
export function comparisonText(result: ComparisonResult, charts: readonly (string | null)[]): string {
  const mark = randomUUID();
  const placeOf = (index: number) => `${mark} ${index}`;
  const leaveOut = (arm: Arm, index: number) =>
    typeof charts[index] === 'string' ? { ...arm, points: placeOf(index), curve: undefined } : arm;
  const { base, candidates, ...rest } = comparisonResultSchema.parse(result);
  const text = JSON.stringify({ base: leaveOut(base, 0), candidates: candidates.map((arm, index) => leaveOut(arm, index + 1)), ...rest });
  return charts.reduce<string>(
    (filled, kept, index) => (kept === null ? filled : filled.replace(`"points":"${placeOf(index)}"`, () => kept.slice(1, -1))),
    text,
  );
}
