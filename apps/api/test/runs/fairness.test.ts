/** F1: one team asks all it can, and strangers read a link all they can; what others wait for meanwhile. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { api } from '@plimsoll/contracts/paths';
import type { Run } from '@plimsoll/contracts/run';
import { noteFigure, rounds } from '@plimsoll/testbed/rounds';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { share } from '../share/shares.ts';
import { findEmail, otherTeam, signIn } from '../support/people.ts';
import { plantedRun } from '../support/planted-runs.ts';
import { useApi } from '../support/scene.ts';

const { test, boss } = useApi();
const atOnce = rounds(40, 12);
const readers = rounds(300, 40);
const tries = rounds(9, 5);
const attackedSeconds = rounds(24 * 3600, 1200);
const ownSeconds = rounds(3600, 900);

let base: string;
let cookies: { victim: string; attacker: string };
let own: Run[];
let attacked: Run[];
let token: string;

beforeAll(async () => {
  base = await test.app.listen({ port: 0, host: '127.0.0.1' });
  const attacker = await otherTeam(test);
  cookies = { victim: await signIn(test), attacker: await signIn(test, await findEmail(attacker)) };
  own = [await plantedRun(test, boss, { seconds: ownSeconds, ms: 10 }), await plantedRun(test, boss, { seconds: ownSeconds, ms: 11 })];
  attacked = [
    await plantedRun(test, attacker, { seconds: attackedSeconds, ms: 10 }),
    await plantedRun(test, attacker, { seconds: attackedSeconds, ms: 11 }),
  ];
  // A link shows as many bytes for an hour as for a day.
  const shown = await plantedRun(test, attacker, { seconds: ownSeconds, ms: 10 });
  ({ token } = await share(attacker, { runId: shown.id }));
}, 300_000);

// Hundreds of callers went away in the middle of an answer, whose sockets would be waited for.
afterAll(() => test.app.server.closeAllConnections());

async function get(path: string, cookie = '', signal: AbortSignal | null = null): Promise<number> {
  const answer = await fetch(`${base}${path}`, { headers: { cookie, 'accept-encoding': 'br' }, signal });
  await answer.arrayBuffer();
  return answer.status;
}

const idOf = (runs: readonly Run[], index: number) => runs[index % runs.length]?.id ?? '';
const compare = (runs: readonly Run[], window: string) => `/api/v1/comparison?base=${idOf(runs, 0)}&candidate=${idOf(runs, 1)}&${window}`;

let asked = 0;
/** Each asks for other seconds, so that nothing is answered from memory. */
const nextWindow = (seconds: number) => `from=${++asked % 60}&to=${seconds - (asked % 300)}`;
const chart = () => `${api.samples(idOf(own, 0))}?${nextWindow(ownSeconds)}`;
const comparison = () => compare(own, nextWindow(ownSeconds));

/** The middle one of some tries, one after the other. */
async function median(measureOnce: () => Promise<number>): Promise<number> {
  const took: number[] = [];
  for (let i = 0; i < tries; i++) took.push(await measureOnce());
  return took.sort((one, other) => one - other)[Math.floor(tries / 2)] ?? 0;
}

/** Milliseconds that a question takes. */
const time = (path: () => string): Promise<number> =>
  median(async () => {
    const began = performance.now();
    expect(await get(path(), cookies.victim)).toBe(200);
    return performance.now() - began;
  });

type Attack = (index: number, signal: AbortSignal) => Promise<number>;

/** So many ask without a pause until the work is done; how often they were answered, by status. */
async function under<T>(count: number, ask: Attack, work: () => Promise<T>): Promise<{ value: T; statuses: Record<number, number> }> {
  const over = new AbortController();
  const statuses: Record<number, number> = {};
  const attackers = Array.from({ length: count }, async (_, index) => {
    while (!over.signal.aborted) {
      const status = await ask(index, over.signal).catch(() => 0);
      statuses[status] = (statuses[status] ?? 0) + 1;
      // A refused caller asks again at once, but not so often that the refusals are the load.
      if (status === 429) await new Promise((again) => setTimeout(again, 100));
    }
  });
  await new Promise((begun) => setTimeout(begun, 500));
  try {
    return { value: await work(), statuses };
  } finally {
    over.abort();
    await Promise.all(attackers);
  }
}

/** All that a team can ask for: charts, spreads, stories, comparisons, files. */
const everything: Attack = (index, signal) => {
  const id = idOf(attacked, index);
  const paths = [
    `${api.samples(id)}?${nextWindow(attackedSeconds)}`,
    `${api.latency(id)}?${nextWindow(attackedSeconds)}`,
    compare(attacked, nextWindow(attackedSeconds)),
    api.story(id),
    `/api/v1/runs/${id}/export?format=${['json', 'csv', 'html'][index % 3]}`,
  ];
  return get(paths[index % paths.length] ?? '', cookies.attacker, signal);
};

/** Threads are made, and have compiled what they do. */
async function warmUp(): Promise<void> {
  for (let i = 0; i < 2; i++) for (const path of [chart(), comparison()]) expect(await get(path, cookies.victim)).toBe(200);
}

const measure = async () => ({ chart: await time(chart), comparison: await time(comparison) });

function judge(idle: Record<string, number>, attacked: Record<string, number>, by: string): void {
  for (const [what, ms] of Object.entries(attacked)) {
    const ratio = ms / (idle[what] ?? 0);
    noteFigure('F1', `percent of idle, ${what} beside ${by}`, ratio * 100);
    expect(ratio, `${what} beside ${by}: ${Math.round(ms)} ms, idle ${Math.round(idle[what] ?? 0)} ms`).toBeLessThanOrEqual(3);
  }
}

it('one team asking all it can holds nobody up: a chart and a comparison of another take at most three times as long', async () => {
  await warmUp();
  const idle = await measure();
  const { value, statuses } = await under(atOnce, everything, measure);
  console.log('F1, a team that asks all it can:', { idle, attacked: value, statuses });
  judge(idle, value, 'a team that asks all it can');
  // It is told which requests it may not make, and the others are answered.
  expect(Object.keys(statuses).every((status) => ['0', '200', '429'].includes(status))).toBe(true);
});

it('hundreds who read a link at once hold nobody up', async () => {
  const paths = [api.shared(token), `/s/${token}/embed`, `/s/${token}/badge.svg`];
  await warmUp();
  const idle = await measure();
  const statuses = new Set<number>();
  const thread = new Worker(new URL('./reader-thread.ts', import.meta.url));
  onTestFinished(() => thread.terminate().then(() => undefined));
  const urls = Array.from({ length: readers }, (_, index) => `${base}${paths[index % paths.length]}`);
  /** All of them begin just before the question, and are through before the next. */
  const amongReaders = (path: () => string) => async () => {
    const read = once(thread, 'message');
    thread.postMessage(urls);
    const began = performance.now();
    expect(await get(path(), cookies.victim)).toBe(200);
    const took = performance.now() - began;
    for (const status of (await read)[0]) statuses.add(status);
    return took;
  };
  const value = { chart: await median(amongReaders(chart)), comparison: await median(amongReaders(comparison)) };
  console.log('F1, readers of a link:', { idle, attacked: value });
  judge(idle, value, 'readers of a link');
  expect([...statuses]).toEqual([200]);
});
