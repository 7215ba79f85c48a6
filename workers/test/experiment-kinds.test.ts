/**
 * Every kind of experiment against targets whose truth is known: a planted delay, a capacity, a count of connections. They send
 * a few hundred slow requests per second at most, so that neighbours matter little, and each runs on a worker of its own.
 */
import { type PlanInput, planSchema } from '@plimsoll/contracts/plan';
import { setBaseline } from '@plimsoll/store/baselines';
import { findPlan, savePlan } from '@plimsoll/store/plans';
import { insertRun } from '@plimsoll/store/runs';
import { startHttpTarget } from '@plimsoll/testbed/http-target';
import { hasLimitingServer, startLimitingNginx } from '@plimsoll/testbed/servers/limiting-servers';
import { beforeAll, expect, test } from 'vitest';
import { askFor, experimentOver } from './experiment-support.ts';
import { openStack, type Stack, secretKey, teamId, useStack } from './support.ts';

const demo = 4873;
const stack = useStack();
beforeAll(async () => {
  const environment = { PLIMSOLL_DEMO_PORT: String(demo) };
  await Promise.all([stack.worker(environment), stack.worker(environment), stack.worker(environment)]);
});

const demoPlan = (query: string, load: PlanInput['load'], change: Partial<PlanInput> = {}): PlanInput => ({
  version: 1,
  name: 'demo',
  target: { url: `http://127.0.0.1:${demo}/${query}` },
  load,
  ...change,
});

const isDisturbed = (sentence: string) => /^At least .* tries were disturbed by other work\.$/.test(sentence);

test.concurrent('a capacity search finds what a target can serve, with an interval that holds it', async () => {
  const capacity = 200;
  const asked = await askFor(stack, {
    kind: 'capacity',
    variants: [
      { name: 'service', plan: demoPlan(`?capacity=${capacity}`, { model: 'open', rate: 1, duration: '3s', maxConnections: 400 }) },
    ],
    search: { thresholds: ['p(95) < 400ms', 'error_rate < 2%'], startRate: 60, maxRate: 2000, precision: 0.15 },
    coolDown: '1500ms',
  });
  const done = await experimentOver(stack.db, asked.id, 230_000);
  const told = JSON.stringify([done.stateReason, done.capacity, done.runs.map((run) => [run.rate, run.passed])]);
  expect(done.state, told).toBe('completed');
  expect(done.capacity?.confirmed, told).toBe(true);
  expect(done.capacity?.rate, told).toBeGreaterThanOrEqual(0.8 * capacity);
  expect(done.capacity?.rate, told).toBeLessThanOrEqual(1.25 * capacity);
  // Where other work disturbed each try that broke, none of them bounds it, and the search says so.
  if (done.capacity?.interval) expect(done.capacity.interval.high, told).toBeGreaterThanOrEqual(0.85 * capacity);
  else expect(isDisturbed(done.capacity?.sentence ?? ''), told).toBe(true);
  expect(done.capacity?.sentence).toContain('/s');
  const last = done.runs.at(-1);
  expect(last).toMatchObject({ rate: done.capacity?.rate, passed: true });
  const confirming = await stack.find(last?.runId ?? '');
  expect(confirming.plan.load).toMatchObject({ model: 'open', duration: '6s', rate: done.capacity?.rate });
  expect(done.progress.done).toBe(done.progress.total);
}, 240_000);

/** Without nginx on the machine it is skipped. */
const onNginx = hasLimitingServer('nginx') ? test.concurrent : test.skip;
onNginx(
  'a search of an nginx that lets 300/s through says 300/s, though all of 400/s is answered',
  async () => {
    // A generator that lost its core for 50 ms sends 15 at once: nginx lets them through, and tries are long enough to see 300/s all the same.
    const nginx = await startLimitingNginx(300, 16);
    const plan: PlanInput = { ...demoPlan('', { model: 'open', rate: 1, duration: '4s' }), target: { url: nginx.url } };
    // Latency alone says nothing here: who is refused is refused at once.
    const search = { thresholds: ['p(95) < 400ms'], startRate: 400, maxRate: 2000 };
    const asked = await askFor(stack, { kind: 'capacity', variants: [{ name: 'nginx', plan }], search, coolDown: '300ms' });
    const done = await experimentOver(stack.db, asked.id, 230_000);
    await nginx.close();
    const told = JSON.stringify([done.stateReason, done.capacity, done.runs.map((run) => [run.rate, run.try])]);
    expect(done.capacity, told).toMatchObject({ confirmed: true, limit: null });
    // The search claims no more than this much where other work disturbed its tries.
    const atLeast = !done.capacity?.interval && isDisturbed(done.capacity?.sentence ?? '');
    expect(done.capacity?.rate, told).toBeGreaterThanOrEqual(atLeast ? 240 : 295);
    expect(done.capacity?.rate, told).toBeLessThanOrEqual(305);
    expect(done.runs[0], told).toMatchObject({ rate: 400, passed: true, try: { outcome: 'broke', because: 'good_answers' } });
  },
  240_000,
);

const savedPlan = ({ db }: Stack, plan: PlanInput) => savePlan(db, { teamId, userId: 'user-1', secretKey, plan: planSchema.parse(plan) });

test.concurrent('a new run of a plan carries its verdict against the baseline, and a regression fails its CI status', async () => {
  // Changed between two runs, as a new build of the target would.
  let delayMs = 40;
  const target = await startHttpTarget((_request, response) => setTimeout(() => response.end('ok'), delayMs));
  const own = await openStack();
  await own.worker();
  const plan = await savedPlan(own, {
    version: 1,
    name: 'baseline',
    target: { url: `${target.url}/` },
    load: { model: 'closed', connections: 4, duration: '11s' },
  });
  const launch = async () => {
    const run = await insertRun(own.db, {
      teamId,
      userId: 'user-1',
      plan: plan.plan,
      planId: plan.id,
      expectedDurationMs: 11_000,
      caps: null,
      secretKey,
    });
    await own.queue.enqueue({ kind: 'run', runId: run.id, attempt: run.attempt });
    return own.finished(run.id, 40_000);
  };
  const first = await launch();
  expect(first).toMatchObject({ state: 'completed', baseline: null, ciStatus: 'passed' });
  expect(await setBaseline(own.db, teamId, plan.id, first.id)).toBe('set');
  delayMs = 200;
  const slower = await launch();
  expect(slower.state).toBe('completed');
  expect(slower.baseline, JSON.stringify([slower.baseline, first.validity, slower.validity])).toMatchObject({
    baselineRunId: first.id,
    verdict: 'worse',
  });
  expect(slower.baseline?.sentence).toMatch(/^(Worse|Slower)/);
  expect(slower.ciStatus).toBe('failed');
  await own.close();
  await target.close();
});

test.concurrent('keep-alive on and off over a few concurrencies: one sweep, its connections counted, its knee where the target ends', async () => {
  const variants = [true, false].flatMap((keepAlive) =>
    [1, 8, 24].map((connections) => ({
      name: `keep-alive ${keepAlive ? 'on' : 'off'}, ${connections} connections`,
      plan: demoPlan('?delayMs=50&capacity=60', { model: 'closed' as const, connections, duration: '2s' }, { connection: { keepAlive } }),
    })),
  );
  const asked = await askFor(stack, { kind: 'sweep', variants, repeats: 1, coolDown: '1s' });
  const done = await experimentOver(stack.db, asked.id, 160_000);
  expect(done.state, done.stateReason ?? '').toBe('completed');
  const summaries = await Promise.all(done.runs.map(async (run) => (await stack.find(run.runId ?? '')).summary));
  for (const [index, run] of done.runs.entries()) {
    const plan = variants[run.variant]?.plan;
    const { connections, sent } = summaries[index] ?? {};
    expect(connections?.opened, JSON.stringify([variants[run.variant]?.name, summaries[index]])).toBe(
      plan?.connection?.keepAlive ? (plan.load as { connections: number }).connections : sent,
    );
  }
  expect(done.knee, JSON.stringify(done.runs.map((run) => run.throughputPerSecond))).not.toBeNull();
  expect(variants[done.knee?.variant ?? 0]?.plan.load).toMatchObject({ connections: 8 });
  expect(done.stateReason).toContain('Throughput reaches its limit');
  expect(done.levels.map(({ variant }) => variant)).toEqual([0, 1, 2, 3, 4, 5]);
  // One connection to a target that carries more is the plan's own limit.
  expect(['connections', 'unknown'], JSON.stringify(done.levels)).toContain(done.levels[0]?.limit);
  expect(done.comparisons.map(({ variant }) => variant)).toEqual([1, 2, 3, 4, 5]);
});

test.concurrent('an A/A experiment measures the noise floor of the plan it came from, and its runs are in that plan’s history', async () => {
  const plan = await savedPlan(stack, demoPlan('?delayMs=10', { model: 'closed', connections: 4, duration: '2s' }));
  const asked = await askFor(stack, {
    kind: 'aa',
    planId: plan.id,
    variants: [{ name: 'as it is', plan: plan.plan }],
    repeats: 2,
    coolDown: '0s',
  });
  const done = await experimentOver(stack.db, asked.id, 160_000);
  expect(done.state, done.stateReason ?? '').toBe('completed');
  expect(done.runs.map((run) => run.variant)).toEqual([0, 1, 1, 0]);
  expect(done.noiseFloor).toBeGreaterThan(0);
  expect(done.stateReason).toContain('are noise here');
  expect((await findPlan(stack.db, teamId, plan.id))?.noiseFloor).toBe(done.noiseFloor);
  for (const { runId } of done.runs) expect((await stack.find(runId ?? '')).planId).toBe(plan.id);
});

test.concurrent('headline verdicts that stay open add repeats up to the limit; runs that carry none add nothing', async () => {
  const compare = async (duration: string, extendTo: number) => {
    // So few requests leave every verdict open.
    const load = { model: 'open' as const, rate: 2, duration };
    const variants = ['a', 'b'].map((name) => ({ name, plan: demoPlan(`${name}?delayMs=100&jitterMs=100`, load) }));
    const asked = await askFor(stack, { variants, design: 'runs', repeats: 1, extendTo, coolDown: '0s' });
    return experimentOver(stack.db, asked.id, 160_000);
  };
  const [long, short] = await Promise.all([compare('11s', 2), compare('1s', 9)]);
  expect(long.runs.map((run) => run.variant)).toEqual([0, 1, 1, 0]);
  expect(long).toMatchObject({ state: 'completed', progress: { done: 4, total: 4 } });
  expect(long.stateReason).toContain('Verdicts are still open');
  expect(short).toMatchObject({ state: 'completed', progress: { done: 2, total: 2 }, stateReason: '1 run of each variant.' });
});
