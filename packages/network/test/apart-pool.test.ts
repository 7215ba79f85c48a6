import { until } from '@plimsoll/testbed/until';
import { afterEach, expect, it } from 'vitest';
import { type ApartPool, openApartPool } from '../src/apart/apart-pool.ts';

const module = new URL('./apart-works.ts', import.meta.url);
const environment = { PATH: process.env.PATH ?? '', TEST_ONLY: 'yes' };
const opened: ApartPool[] = [];
afterEach(() => {
  for (const pool of opened.splice(0)) pool.close();
});

function open(change: Partial<Parameters<typeof openApartPool>[0]> = {}): ApartPool {
  const pool = openApartPool({ module, environment, mostAtOnce: 2, mostWaiting: 3, mostWaitingOfOne: 2, longestWaitMs: 20_000, ...change });
  opened.push(pool);
  return pool;
}

const codeOf = (work: Promise<unknown>) => work.then(String, (error: { code?: string }) => error.code);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it('asks a process that has none of our secrets, and the same one again', async () => {
  const pool = open();
  expect(await pool.ask('a', 'echo', { bytes: new Uint8Array([1, 2]) }, 5000)).toEqual({ bytes: new Uint8Array([1, 2]) });
  const names = await pool.ask<string[]>('a', 'environment', null, 5000);
  expect(names).toContain('TEST_ONLY');
  expect(names.some((name) => /PLIMSOLL|DATABASE|REDIS/.test(name))).toBe(false);
  expect(await pool.ask('a', 'pid', null, 5000)).toBe(await pool.ask('b', 'pid', null, 5000));
  await expect(pool.ask('a', 'fail', null, 5000)).rejects.toMatchObject({ code: 'broke', message: 'it went wrong' });
  expect(await pool.ask('a', 'wait', null, 50)).toBe('time is up');
});

it('kills one that does not come to an end, and others are served meanwhile and afterwards', async () => {
  const pool = open();
  const before = await pool.ask<number>('a', 'pid', null, 5000);
  const startMs = performance.now();
  const spinning = codeOf(pool.ask('a', 'spin', null, 1500));
  expect(await pool.ask('b', 'echo', 'hello', 5000)).toBe('hello');
  expect(await spinning).toBe('late');
  expect(performance.now() - startMs).toBeLessThan(1500 + 500 + 2000);
  await until(
    'the process is gone',
    5000,
    async () => isAlive(before),
    (alive) => !alive,
  );
  expect(await codeOf(pool.ask('a', 'end', null, 5000))).toBe('broke');
  expect(await pool.ask('a', 'echo', 'again', 5000)).toBe('again');
});

it('says that nobody was asked where its process does not come up', async () => {
  const pool = open({ module: new URL('./apart-stillborn.ts', import.meta.url) });
  expect(await codeOf(pool.ask('a', 'echo', 'hello', 5000))).toBe('unstarted');
});

it('takes turns: nobody has two at once, and a caller that asks too much is refused', async () => {
  const pool = open();
  const order: string[] = [];
  const ask = (by: string) =>
    codeOf(pool.ask(by, 'wait', null, 300)).then((said) => {
      order.push(by);
      return said;
    });
  const first = ['a', 'a', 'a', 'a'].map(ask);
  expect(await first[3]).toBe('own_full');
  const others = ['b', 'c'].map(ask);
  expect(await codeOf(pool.ask('d', 'wait', null, 300))).toBe('full');
  expect(await Promise.all([...first.slice(0, 3), ...others])).toEqual(Array(5).fill('time is up'));
  // The third of `a` comes after those who asked later and had nothing yet.
  expect(order.filter((by) => by !== 'd').at(-1)).toBe('a');
  expect(order.indexOf('c')).toBeLessThan(order.lastIndexOf('a'));
});

it('serves callers that had no turn yet before those that asked again earlier', async () => {
  const pool = open({ mostAtOnce: 1, mostWaiting: 10 });
  const order: string[] = [];
  const ask = (by: string) => pool.ask(by, 'wait', null, 50).then(() => order.push(by));
  await Promise.all(['a', 'a', 'a', 'b', 'b', 'c'].map(ask));
  expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
});

it('refuses a caller that waited too long, and everybody when it is closed', async () => {
  const pool = open({ mostAtOnce: 1, longestWaitMs: 200 });
  const under = codeOf(pool.ask('a', 'spin', null, 10_000));
  expect(await codeOf(pool.ask('b', 'echo', 1, 1000))).toBe('full');
  const waiting = codeOf(pool.ask('c', 'echo', 1, 1000));
  pool.close();
  expect([await under, await waiting, await codeOf(pool.ask('d', 'echo', 1, 1000))]).toEqual(['closed', 'closed', 'closed']);
});
