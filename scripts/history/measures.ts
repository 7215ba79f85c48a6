/** The measurements over the API, and the bound of each. */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@plimsoll/testbed/until';
import type { Product } from './product.ts';

export interface Measured {
  readonly what: string;
  readonly unit: 'ms' | '%';
  readonly most: number;
  /** In the order in which they were taken. */
  readonly values: readonly number[];
  /** The value that is held against the bound: the second longest of many, the longest of few. */
  readonly held: number;
}

export interface Places {
  readonly planId: string;
  /** Two kept runs of an hour. */
  readonly hours: readonly [string, string];
}

const rounds = 20;

/** Each with the milliseconds that it may take, and its path in round n. The oldest half of the runs is of `legacy`, the newer one of `shop`. */
export const questions = ({ planId, hours }: Places): readonly [what: string, most: number, path: (round: number) => string][] => [
  ['list: first page', 50, () => '/api/v1/runs'],
  ['list: under way', 200, () => '/api/v1/runs?state=active'],
  ['list: finished', 200, () => '/api/v1/runs?state=finished'],
  ['list: a state of one in twenty', 200, () => '/api/v1/runs?state=stopped'],
  ['list: a state that no run has', 200, () => '/api/v1/runs?state=target_refused'],
  ['list: regressions', 200, () => '/api/v1/runs?verdict=worse'],
  ['list: a verdict that no run has', 200, () => '/api/v1/runs?verdict=better'],
  ['list: regressions whose worker was lost: one of ten thousand', 200, () => '/api/v1/runs?verdict=worse&state=worker_lost'],
  ['list: of a plan', 200, () => `/api/v1/runs?planId=${planId}`],
  ['list: of a plan, a state that none has', 200, () => `/api/v1/runs?planId=${planId}&state=target_refused`],
  ['list: a tag', 200, (n) => `/api/v1/runs?tag=branch:b${n}`],
  ['list: a tag of one run', 200, (n) => `/api/v1/runs?tag=commit:${['c4ca4238a0', 'c81e728d9d', 'eccbc87e4b'][n % 3]}`],
  ['list: a tag that none has', 200, (n) => `/api/v1/runs?tag=branch:none${n}`],
  ['list: a tag of the oldest half', 200, () => '/api/v1/runs?tag=service:legacy'],
  ['search: what all have', 200, () => '/api/v1/runs?search=checkout'],
  ['search: a name', 200, (n) => `/api/v1/runs?search=checkout+${100 + n}`],
  ['search: a host', 200, (n) => `/api/v1/runs?search=shop-${n}.example`],
  ['search: a note', 200, (n) => `/api/v1/runs?search=release+${20 * n}`],
  ['search: what nobody has', 200, (n) => `/api/v1/runs?search=nothing${n}`],
  ['search: what nobody has, two letters', 200, () => '/api/v1/runs?search=zq'],
  ['search: what nobody has, one sign', 200, () => '/api/v1/runs?search=%25'],
  ['search: what no run has both of', 200, () => '/api/v1/runs?search=legacy+shop'],
  ['search: what the oldest half has', 200, () => '/api/v1/runs?search=legacy'],
  ['search: what all have, in a state that none has', 200, () => '/api/v1/runs?search=checkout&state=target_refused'],
  ['plans', 100, () => '/api/v1/plans'],
  ['storage', 200, () => '/api/v1/team/storage'],
  ['trend of a plan', 100, () => `/api/v1/plans/${planId}/trend?metric=p99`],
  ['comparison of two kept runs of an hour', 200, () => `/api/v1/comparison?base=${hours[0]}&candidate=${hours[1]}`],
];

export function hold(what: string, unit: Measured['unit'], most: number, values: readonly number[]): Measured {
  const sorted = [...values].sort((a, b) => b - a);
  return { what, unit, most, values, held: sorted[values.length >= 10 ? 1 : 0] ?? Number.NaN };
}

export async function measure(product: Product, [what, most, path]: ReturnType<typeof questions>[number]): Promise<Measured> {
  const values: number[] = [];
  // The first answer fills caches that a product in use has filled.
  for (let round = -1; round < rounds; round += 1) {
    const began = performance.now();
    await product.ask(path(round + 1));
    if (round >= 0) values.push(performance.now() - began);
  }
  return hold(what, 'ms', most, values);
}

/** A run of so many seconds; answers its id and the milliseconds from the click to the first request that the target saw. */
export async function launch(product: Product, seconds: number): Promise<{ id: string; firstMs: number }> {
  const { target } = product;
  await target.reset();
  const plan = { version: 1, name: 'proof', target: { url: target.url }, load: { model: 'open', rate: 100, duration: `${seconds}s` } };
  const clickedMs = performance.timeOrigin + performance.now();
  const { id } = await product.ask<{ id: string }>('/api/v1/runs', { plan });
  const lines = await until(
    'the first request',
    30_000,
    () => target.log(),
    (log) => log.some(({ runId }) => runId === id),
  );
  await until(
    'the run is over',
    60_000,
    () => product.ask<{ state: string }>(`/api/v1/runs/${id}`),
    ({ state }) => state === 'completed',
  );
  return { id, firstMs: (lines.find(({ runId }) => runId === id)?.atMs ?? Number.NaN) - clickedMs };
}

/** Percent of a core that `cpuSeconds` grew by while nobody asked for anything. */
export async function measureIdle(cpuSeconds: () => number | null, seconds: number): Promise<number | null> {
  const [before, began] = [cpuSeconds(), performance.now()];
  await sleep(seconds * 1000);
  const after = cpuSeconds();
  return before === null || after === null ? null : ((after - before) / (performance.now() - began)) * 100_000;
}
