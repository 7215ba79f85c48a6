import { until } from '@plimsoll/testbed/until';
import { startWitness, type Witness } from '@plimsoll/testbed/witness';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isAlive, listChildren, useStack } from './support.ts';

const stack = useStack();
let witness: Witness;
beforeAll(async () => {
  witness = await startWitness();
});
afterAll(() => witness.close());

const open = (duration: string) => ({
  version: 1 as const,
  name: 'open',
  target: { url: witness.url },
  load: { model: 'open' as const, rate: 20, duration },
});

test('an idle worker has one generator started before a run is asked for; a run that it does not fit gets one of its own', async () => {
  const worker = await stack.worker({ PLIMSOLL_SPARE_GENERATOR: 'on' });
  const children = () => listChildren(worker.pid ?? 0);
  const [spare] = await until('a generator waits', 20_000, children, (pids) => pids.length === 1);
  const first = await stack.launch(open('4s'));
  await stack.sampled(first.id, 1);
  expect(await children()).toEqual([spare]);
  await stack.finished(first.id, 30_000);
  expect((await witness.counts()).byRun[first.id]).toBe(80);
  const [next] = await until('another waits', 20_000, children, (pids) => pids.length === 1 && pids[0] !== spare);
  const closed = await stack.launch({ ...open('1s'), load: { model: 'closed', connections: 1, requests: 3 } });
  await stack.finished(closed.id, 30_000);
  expect((await witness.counts()).byRun[closed.id]).toBe(3);
  expect(await isAlive(next ?? 0)).toBe(false);
}, 90_000);
