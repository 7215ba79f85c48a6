/** Where raising a setting no longer raises throughput: "has it reached its limit?" */
import { carriesAsMuch, type KneeCode, kneeTolerance } from '@plimsoll/contracts/experiment-remark';

export interface SweepPoint {
  /** The setting varied, such as connections. */
  readonly setting: number;
  readonly throughputPerSecond: number;
}

export interface Knee {
  readonly setting: number;
  readonly throughputPerSecond: number;
  /** The most any setting reached. */
  readonly ceilingPerSecond: number;
  readonly code: Omit<KneeCode, 'of' | 'limit'>;
}

/**
 * The smallest setting that reaches the ceiling to within `tolerance`, from where on no setting gains more than that. Null while
 * throughput still rises at the last setting, or with fewer than three settings: then there is no knee to see.
 */
export function findKnee(points: readonly SweepPoint[], tolerance = kneeTolerance): Knee | null {
  const rising = [...points].sort((a, b) => a.setting - b.setting);
  const ceilingPerSecond = Math.max(0, ...rising.map((point) => point.throughputPerSecond));
  const index = rising.findIndex((point) => carriesAsMuch(point.throughputPerSecond, ceilingPerSecond, tolerance));
  const knee = rising[index];
  if (!knee || rising.length < 3 || index === rising.length - 1 || ceilingPerSecond === 0) return null;
  const last = rising.at(-1) as SweepPoint;
  const decline = 1 - last.throughputPerSecond / ceilingPerSecond;
  return {
    setting: knee.setting,
    throughputPerSecond: knee.throughputPerSecond,
    ceilingPerSecond,
    code: { ceilingPerSecond, setting: knee.setting, last: last.setting, decline, tolerance },
  };
}
