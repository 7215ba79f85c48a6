import { expect, test } from 'vitest';
import { jitWarmUp } from '../src/threads/jit-warm-up.ts';
import { planFor, testedClient } from './harness.ts';

const timed = async (load: Parameters<typeof planFor>[1], protocol: 'http1' | 'http2' = 'http1') => {
  const fromMs = performance.now();
  await jitWarmUp(planFor('http://127.0.0.1:1/', load, { connection: { protocol } }));
  return performance.now() - fromMs;
};

/** One test, because a thread stays warm. */
test('a JIT warm-up takes a share of the load at most, happens once per thread, and leaves nothing open', async () => {
  const open = () => process.getActiveResourcesInfo().filter((kind) => kind.startsWith('TCP')).length;
  const before = open();
  expect(await timed({ model: 'closed', connections: 2, requests: 6 })).toBeLessThan(50);
  expect(await timed({ model: 'open', rate: 100, duration: '250ms' })).toBeLessThan(50);
  // A third of the load on undici, whose code is larger, and a sixth on the wire.
  expect(await timed({ model: 'open', rate: 100, duration: '2s' })).toBeGreaterThanOrEqual(testedClient === 'undici' ? 600 : 300);
  expect(await timed({ model: 'open', rate: 100, duration: '2s' })).toBeLessThan(50);
  // A longer load has more to gain; an earlier warm-up counts.
  expect(await timed({ model: 'closed', connections: 2, duration: '5s' }, 'http2')).toBeGreaterThanOrEqual(200);
  for (let tries = 0; tries < 40 && open() > before; tries++) await new Promise((resolve) => setTimeout(resolve, 25));
  expect(open()).toBe(before);
});
