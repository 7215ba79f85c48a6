import { randomUUID } from 'node:crypto';
import { putTeam } from '@plimsoll/testbed/people';
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

const leave = async () => undefined;
const stateOf = async (id: string) =>
  (await stack.db.query<{ state: string }>('SELECT state FROM runs WHERE id = $1', [id])).rows[0]?.state;

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
  worker.kill('SIGTERM');
}, 90_000);

test('one process makes runs of a team one after the other, each to the request; one that was stopped, killed or of another team gets none after it', async () => {
  const other = `team-${randomUUID()}`;
  await putTeam(stack.db, other, 'Other');
  const worker = await stack.worker({ PLIMSOLL_SPARE_GENERATOR: 'used' });
  const children = () => listChildren(worker.pid ?? 0);
  const makers: (number | undefined)[] = [];
  const make = async (options: Parameters<typeof stack.launch>[1], act: (pid: number, id: string) => Promise<unknown>) => {
    const run = await stack.launch(open(act === leave ? '1s' : '9s'), options);
    await stack.sampled(run.id, 1);
    // The one before may take a while to end.
    const [pid = 0] = await until('one process makes it', 20_000, children, (pids) => pids.length === 1);
    makers.push(pid);
    await act(pid, run.id);
    await until(
      'the run is over',
      30_000,
      () => stateOf(run.id),
      (state) => !['queued', 'starting', 'running'].includes(state ?? ''),
    );
    return run.id;
  };
  const whole = [await make({}, leave), await make({}, leave), await make({}, leave)];
  const { byRun } = await witness.counts();
  expect(whole.map((id) => byRun[id])).toEqual([20, 20, 20]);
  expect(new Set(makers).size).toBe(1);
  await make({}, (_, id) => stack.stop(id));
  await make({}, async (pid) => process.kill(pid, 'SIGKILL'));
  await make({}, leave);
  await make({ team: other }, leave);
  expect(new Set(makers.slice(2)).size).toBe(4);
  expect(makers[3]).toBe(makers[2]);
}, 90_000);
