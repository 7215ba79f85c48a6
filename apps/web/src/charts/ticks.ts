/** Powers of ten around [low, high], with 1-2-5 steps where they are few. */
export function logTicks(low: number, high: number): number[] {
  const from = Math.floor(Math.log10(Math.max(low, 1e-9)));
  const to = Math.max(from + 1, Math.ceil(Math.log10(Math.max(high, low * 2, 1e-9))));
  const steps = to - from <= 2 ? [1, 2, 5] : [1];
  const ticks: number[] = [];
  for (let power = from; power < to; power++) for (const step of steps) ticks.push(step * 10 ** power);
  return [...ticks, 10 ** to];
}
