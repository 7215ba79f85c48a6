/** Round figures along an axis, and how they are written there. */

/** Powers of ten around [low, high], with 1-2-5 steps where they are few. */
export function logTicks(low: number, high: number): number[] {
  const from = Math.floor(Math.log10(Math.max(low, 1e-9)));
  const to = Math.max(from + 1, Math.ceil(Math.log10(Math.max(high, low * 2, 1e-9))));
  const steps = to - from <= 2 ? [1, 2, 5] : [1];
  const ticks: number[] = [];
  for (let power = from; power < to; power++) for (const step of steps) ticks.push(step * 10 ** power);
  return [...ticks, 10 ** to];
}

/** From 0 in three to five equal round steps to at least `high`; in whole steps, and fewer, where only whole numbers make sense. */
export function linearTicks(high: number, whole = false): number[] {
  if (!(high > 0)) return [0, 1];
  const power = 10 ** Math.floor(Math.log10(high / 4));
  const step =
    [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((one) => high / one <= 4.8 && (!whole || Number.isInteger(one))) ?? 10 * power;
  const count = Math.ceil(high / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, at) => Number((at * step).toPrecision(12)));
}

const clockSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200];

/** Round moments of a clock between two seconds, at most six. */
export function clockTicks(from: number, to: number): number[] {
  const step = clockSteps.find((one) => (to - from) / one <= 6) ?? 86_400;
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.max(1, Math.floor((to - first) / step) + 1) }, (_, at) => first + at * step);
}

/** `40.0 ms` on an axis is `40 ms`. */
export function trimZeros(text: string): string {
  return text.replace(/(\.\d*?)0+(?=\D|$)/, '$1').replace(/\.(?=\D|$)/, '');
}

/** The distance into the tail: p90 is 1, p99 is 2. Infinite at p100. */
export function nines(percentile: number): number {
  return -Math.log10(1 - percentile / 100);
}
