import { emptySample } from '@plimsoll/contracts/empty-sample';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openMetricsPush, type RunRows } from './push-metrics.ts';

const shape = { protocol: 'http1', sequence: false } as const;
const second = (done: number) => ({ ...emptySample({ second: 0, lengthMs: 1000 }), done, statuses: { 200: done } });

/** A backend that is away until told. */
function openBackend(everyMs = 1000) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const told = { sent: 0, failed: 0, dropped: 0 };
  const exports: (readonly RunRows[])[] = [];
  const backend = { away: true };
  const push = openMetricsPush(
    async (runs) => {
      if (backend.away) throw new Error('away');
      exports.push(runs);
    },
    {
      everyMs,
      events: {
        sent: () => told.sent++,
        failed: () => told.failed++,
        dropped: (runs) => {
          told.dropped += runs;
        },
      },
    },
  );
  const answers = (runs: readonly RunRows[] | undefined) =>
    runs?.map(({ attributes, rows }) => [attributes.run, rows.find(({ name }) => name === 'http_reqs')?.value]);
  return { told, exports, backend, push, answers };
}

it('says later what a backend that was away could not hear, and loses no count', async () => {
  const { told, exports, backend, push, answers } = openBackend();
  const run = push.begin({ run: '1' }, shape);
  run.add(second(7));
  await vi.advanceTimersByTimeAsync(1000);
  run.add(second(5));
  run.end();
  await vi.advanceTimersByTimeAsync(1000);
  expect([told.failed > 1, exports]).toEqual([true, []]);
  backend.away = false;
  await vi.advanceTimersByTimeAsync(1000);
  expect(answers(exports[0])).toEqual([['1', 12]]);
  await vi.advanceTimersByTimeAsync(5000);
  expect([told.sent, told.dropped]).toEqual([1, 0]);
});

it('keeps a hundred runs that ended for a minute, and counts those it drops', async () => {
  const { told, push, exports, backend } = openBackend();
  for (let n = 0; n < 130; n++) {
    const run = push.begin({ run: String(n) }, shape);
    run.add(second(1));
    run.end();
  }
  await vi.advanceTimersByTimeAsync(2000);
  expect(told.dropped).toBe(30);
  await vi.advanceTimersByTimeAsync(61_000);
  expect(told.dropped).toBe(130);
  backend.away = false;
  await vi.advanceTimersByTimeAsync(2000);
  expect(exports).toEqual([]);
});

it('sends the last figures at the end of a run and of the process, and counts those that stay behind', async () => {
  const { told, exports, backend, push, answers } = openBackend(60_000);
  backend.away = false;
  const run = push.begin({ run: '1' }, shape);
  run.add(second(3));
  run.end();
  await vi.advanceTimersByTimeAsync(200);
  expect(answers(exports[0])).toEqual([['1', 3]]);
  const other = push.begin({ run: '2' }, shape);
  other.add(second(4));
  other.end();
  backend.away = true;
  await push.close();
  expect([told.sent, told.dropped]).toEqual([1, 1]);
});
