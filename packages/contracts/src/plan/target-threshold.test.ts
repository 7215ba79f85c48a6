import { expect, test } from 'vitest';
import { asksTarget, asksTargetCpu, parseThreshold } from './threshold.ts';

test("thresholds on the target's own resources are read with their units", () => {
  const limits = [
    'target_memory < 512MB',
    'target_memory <= 1.5 GiB',
    'target_memory < 800000',
    'target_cores < 1.5',
    'target_threads < 200',
  ];
  expect(limits.map((one) => parseThreshold(one))).toMatchObject([512e6, 1.5 * 1024 ** 3, 800_000, 1.5, 200].map((limit) => ({ limit })));
  expect(parseThreshold('target_memory < 80%')).toMatchObject({ error: { code: 'threshold_bytes' } });
  expect([asksTarget(['p(99) < 1s', 'target_sockets < 5']), asksTargetCpu(['target_sockets < 5']), asksTarget(['p(99) < 1s'])]).toEqual([
    true,
    false,
    false,
  ]);
});
