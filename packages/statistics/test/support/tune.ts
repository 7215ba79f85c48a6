import { comparedMetrics } from '@plimsoll/contracts/comparison';
import { contrasts, quantileOf } from '../../src/contrast.ts';
import { armSeries, type Resampling } from '../../src/resampling.ts';
import { metricDeltas } from '../../src/verdict.ts';
import { simulatedSeries, simulateSeconds } from './simulated-run.ts';

const trials = Number(process.argv[2] ?? 200);
const reps = Number(process.argv[3] ?? 500);
for (const [seconds, correlation, rate, runs] of [
  [20, 0.5, 60, 1],
  [60, 0, 60, 1],
  [60, 0.3, 60, 1],
  [60, 0.6, 60, 1],
  [120, 0.5, 60, 1],
  [300, 0.5, 40, 1],
  [300, 0.8, 40, 1],
  [20, 0.3, 60, 3],
  [20, 0.3, 60, 5],
] as const) {
  const hits: Record<string, number> = {};
  const t0 = performance.now();
  let called = 0;
  const width: Record<string, number> = {};
  for (let t = 0; t < trials; t++) {
    const load = { seconds, rate, medianUs: 20_000, spread: 0.5, drift: 0.1, correlation, runNoise: runs > 1 ? 0.03 : 0 };
    const shift = 1.1;
    const arm = (k: number, more: object) =>
      armSeries(Array.from({ length: runs }, (_, r) => simulatedSeries(simulateSeconds({ ...load, ...more }, 1000 * t + 100 * k + r))));
    const a = arm(1, {});
    const b = arm(2, { medianUs: 20_000 * shift, rate: rate / shift });
    const mode: Resampling = runs > 1 ? 'runs' : 'blocks';
    const c = contrasts(a, b, mode, reps);
    for (const x of c) {
      if (x.metric === 'errorRate') continue;
      const truth = x.metric === 'throughput' ? -Math.log(shift) : Math.log(shift);
      const lo = quantileOf(x.spread, 0.025),
        hi = quantileOf(x.spread, 0.975);
      hits[x.metric] = (hits[x.metric] ?? 0) + (lo <= truth && truth <= hi ? 1 : 0);
      width[x.metric] = (width[x.metric] ?? 0) + (hi - lo) / trials;
    }
    const aa = metricDeltas(
      contrasts(a, arm(3, {}), mode, reps),
      { minimumEffect: 0.03, scope: '', requests: { base: 1e5, candidate: 1e5 } },
      null,
    );
    if (aa.some((m) => m.verdict === 'better' || m.verdict === 'worse')) called++;
  }
  console.log(
    { seconds, correlation, runs },
    comparedMetrics
      .filter((m) => m !== 'errorRate')
      .map((m) => `${m} ${(((hits[m] ?? 0) / trials) * 100).toFixed(1)} (±${((width[m] ?? 0) * 50).toFixed(1)}%)`)
      .join('  '),
    'A/A called',
    called / trials,
    `${((performance.now() - t0) / trials).toFixed(0)} ms`,
  );
}
