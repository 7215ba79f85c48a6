/** Watchers of a run, on all processes of a form of the product: for `npm run chaos`. `live-readers.test.ts` of the API has few of them, on one process. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@plimsoll/contracts/paths';
import type { PlanInput } from '@plimsoll/contracts/plan';
import { claimRun } from '@plimsoll/store/run-claim';
import { heartbeat } from '@plimsoll/store/run-life';
import { readyShard } from '@plimsoll/store/run-shards';
import { appendSamples, readSamples } from '@plimsoll/store/samples';
import type { ApiProcess } from '@plimsoll/testbed/api-process';
import { putToken } from '@plimsoll/testbed/people';
import { chaosForm, noteFigure, rounds } from '@plimsoll/testbed/rounds';
import { until } from '@plimsoll/testbed/until';
import { startViewers, type Told } from '@plimsoll/testbed/viewers';
import { startWitness, type Witness } from '@plimsoll/testbed/witness';
import { test as anyTest, expect } from 'vitest';
import { openStack, type Stack, secretKey, teamId } from './support.ts';

const test = anyTest.skipIf(chaosForm() === null);
const ratePerSecond = 200;

interface Scene {
  readonly stack: Stack;
  readonly witness: Witness;
  readonly tokens: readonly string[];
  plan(seconds: number): PlanInput;
}

async function scene(act: (scene: Scene) => Promise<void>): Promise<void> {
  const witness = await startWitness();
  const stack = await openStack();
  try {
    const people = Array.from({ length: 8 }, (_, at) => `viewer-${at}`);
    const tokens = await Promise.all(people.map((userId) => putToken(stack.db, { teamId, userId, role: 'viewer', scope: 'read' })));
    const load = { model: 'open', rate: ratePerSecond, maxConnections: 10 } as const;
    const plan = (seconds: number): PlanInput => ({
      version: 1,
      name: 'watched',
      target: { url: witness.url },
      load: { ...load, duration: `${seconds}s` },
    });
    await act({ stack, witness, tokens, plan });
  } finally {
    await stack.close();
    await witness.close();
  }
}

/** When each second was kept, in ms of the wall clock. */
async function keptAt({ db }: Stack, runId: string): Promise<Map<number, number>> {
  const { rows } = await db.query<{ second: number; atMs: number }>(
    'SELECT second, (extract(epoch FROM created_at) * 1000)::float8 AS "atMs" FROM samples WHERE run_id = $1',
    [runId],
  );
  return new Map(rows.map(({ second, atMs }) => [second, atMs]));
}

function expectNoGap(told: Told, last: number): void {
  const [first = Number.NaN] = told[0] ?? [];
  expect(told.map(([second]) => second)).toEqual(Array.from({ length: last - first + 1 }, (_, at) => first + at));
}

test('many viewers of a run are told each second soon and once, and the load does not notice', () =>
  scene(async ({ stack, tokens, plan, witness }) => {
    const [viewers, seconds] = [rounds(200, 40), rounds(30, 15)];
    await stack.staff();
    const run = await stack.launch(plan(seconds));
    await stack.sampled(run.id, 1);
    const crowd = startViewers({ urls: stack.apis.map(({ origin }) => origin + api.live(run.id)), viewers, tokens });
    await crowd.open;
    const done = await stack.finished(run.id, (seconds + 20) * 1000);
    await sleep(1000);
    const told = await crowd.told();
    crowd.close();
    const kept = await keptAt(stack, run.id);
    const last = Math.max(...kept.keys());
    for (const one of told) expectNoGap(one, last);
    const delays = told.flatMap((one) => one.map(([second, atMs]) => atMs - (kept.get(second) ?? 0))).sort((a, b) => a - b);
    expect(delays.length).toBeGreaterThan(viewers * 5);
    const p99 = delays[Math.ceil(0.99 * delays.length) - 1] ?? 0;
    noteFigure('L1', `told to ${viewers} viewers, p99, ms`, p99);
    const sent = done.summary?.sent ?? 0;
    expect((await witness.counts()).byRun[run.id]).toBe(sent);
    const changed = Math.abs(1 - sent / (ratePerSecond * seconds));
    noteFigure('L1', 'rate changed by, 1/1000', changed * 1000);
    expect(changed).toBeLessThan(0.01);
    expect(p99).toBeLessThan(500);
  }));

/** With those to come fewer than 600: a longer run's points are merged, and are fewer bytes. */
const pastSeconds = 530;

/** A run under way that no worker makes, with a long and heavy past: no socket's buffers take it whole. */
async function heavyRun({ stack, plan }: Scene): Promise<{ id: string; append(...seconds: number[]): Promise<unknown>; end(): void }> {
  await stack.worker();
  const first = await stack.finished((await stack.launch(plan(2))).id, 45_000);
  await stack.killWorkers();
  const [sample] = await readSamples(stack.db, teamId, first.id);
  if (!sample || !first.environment) throw new Error('the first run has no sample');
  const statuses = Object.fromEntries(Array.from({ length: 900 }, (_, at) => [String(100 + at), 12_345]));
  const { id } = await stack.launch(plan(3600), { hint: false });
  const key = { runId: id, attempt: 1, shard: 0 };
  await claimRun(stack.db, id, 1, 'nobody', secretKey);
  await readyShard(stack.db, key, first.environment, 0);
  const beat = setInterval(() => void heartbeat(stack.db, key).catch(() => undefined), 1000);
  const append = (...seconds: number[]) =>
    appendSamples(
      stack.db,
      id,
      1,
      0,
      seconds.map((second) => ({ ...sample, second, statuses })),
    );
  await append(...Array.from({ length: pastSeconds }, (_, second) => second));
  return { id, append, end: () => clearInterval(beat) };
}

function rssBytes(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096;
}

/** Connections that an API has open to those who ask it. */
function connections({ origin }: ApiProcess): number {
  const port = Number(new URL(origin).port).toString(16).toUpperCase().padStart(4, '0');
  const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n');
  return lines.filter((line) => new RegExp(`^ *\\d+: [0-9A-F]{8}:${port} [0-9A-F]{8}:[0-9A-F]{4} 01 `).test(line)).length;
}

test('viewers that never read are dropped in time, take little memory, and the others wait for nobody', () =>
  scene(async (stage) => {
    const { stack, tokens } = stage;
    const run = await heavyRun(stage);
    const pids = stack.apis.map(({ child }) => child.pid ?? 0);
    const urls = stack.apis.map(({ origin }) => origin + api.live(run.id));
    const others = startViewers({ urls, viewers: urls.length, tokens: tokens.slice(0, 1) });
    await others.open;
    let second = pastSeconds;
    const nextSecond = async () => {
      await run.append(second++);
      await sleep(950);
    };
    // One reads on each: what a run that is watched costs in any case is there.
    for (let read = 0; read < 15; read++) await nextSecond();
    const [connectionsBefore, bytesBefore] = [stack.apis.map(connections), pids.map(rssBytes)];
    const silent = startViewers({ urls, viewers: 20, tokens, silent: true });
    await silent.open;
    const openedAt = Date.now();
    let most = 0;
    await sleep(500);
    const dropped = () => stack.apis.every((one, at) => connections(one) <= (connectionsBefore[at] ?? 0));
    expect(dropped()).toBe(false);
    await until(
      'every silent viewer is dropped',
      40_000,
      async () => {
        await nextSecond();
        most = Math.max(most, ...pids.map((pid, at) => rssBytes(pid) - (bytesBefore[at] ?? 0)));
        return dropped();
      },
      Boolean,
    );
    const droppedMs = Date.now() - openedAt;
    noteFigure('L2', '20 silent viewers dropped after, ms', droppedMs);
    noteFigure('L2', 'memory of an API beyond what it had before, MB', most / 1e6);
    await sleep(1000);
    const kept = await keptAt(stack, run.id);
    for (const told of await others.told()) {
      expectNoGap(told, second - 1);
      const delays = told.map(([of, atMs]) => atMs - (kept.get(of) ?? 0));
      noteFigure('L2', 'the others told after, ms', Math.max(...delays));
      expect(Math.max(...delays)).toBeLessThan(1500);
    }
    others.close();
    silent.close();
    run.end();
    expect(droppedMs).toBeLessThan(35_000);
    expect(most).toBeLessThan(40e6);
  }));
