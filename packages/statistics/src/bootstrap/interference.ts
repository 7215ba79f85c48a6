/** Do loads that are made at once disturb each other? Each is held against itself alone: by the service time of whole seconds of a pilot. */
import type { Sample } from '@plimsoll/contracts/sample';
import { pilotSeconds, type Turns } from '@plimsoll/contracts/turns';
import { merge, summarizeTimes } from '../histogram/histogram.ts';
import { studentQuantile } from './small-sample.ts';

export interface Interference {
  /** By how much the median service time at once differs from that alone. */
  readonly share: number;
  readonly disturbed: boolean;
}

/** For sorting: one that is disturbed before one that is not, then the one that changed more. */
export function byDisturbance(a: Interference, b: Interference): number {
  return Number(b.disturbed) - Number(a.disturbed) || Math.abs(b.share) - Math.abs(a.share);
}

const chance = 0.01;
const fewest = 4;

/** `least`: a smaller change counts as none. Welch's test of the logs of each second's median, at 1 %. Null: too few seconds tell it. */
export function interference(turns: Turns, samples: readonly Sample[], least: number): Interference | null {
  const { alone, atOnce } = pilotSeconds(turns);
  const logsOf = (seconds: readonly number[]) =>
    seconds.flatMap((second) => {
      const ofSecond = samples.filter((sample) => sample.second === second).map(({ histograms }) => histograms.serviceTime);
      const p50Us = ofSecond.length > 0 ? summarizeTimes(merge(ofSecond)).p50Us : null;
      return p50Us ? [Math.log(p50Us)] : [];
    });
  const [one, other] = [spread(logsOf(alone)), spread(logsOf(atOnce))];
  if (one.n < fewest || other.n < fewest) return null;
  const [a, b] = [one.variance / one.n, other.variance / other.n];
  const difference = other.mean - one.mean;
  const df = (a + b) ** 2 / (a ** 2 / (one.n - 1) + b ** 2 / (other.n - 1));
  const differs = a + b > 0 ? Math.abs(difference) > studentQuantile(chance, df) * Math.sqrt(a + b) : difference !== 0;
  const share = Math.expm1(difference);
  return { share, disturbed: differs && Math.abs(share) >= least };
}

function spread(values: readonly number[]) {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  return { n, mean, variance: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1) };
}
