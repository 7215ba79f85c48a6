/**
 * `npm run proof:cluster`: installs the chart on a real Kubernetes control plane with KEDA, where each pod is a process of this machine, and holds what
 * docs/kubernetes.md says of the hook, of pools that scale, of upgrades, of evictions and of a pod that is killed. `--build` builds the programs first; without
 * them it says so and tries nothing.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { PlanInput } from '@plimsoll/contracts/plan';
import { openPool } from '@plimsoll/store/database';
import { findCommand } from '@plimsoll/testbed/find-command';
import { putTeam, putToken } from '@plimsoll/testbed/people';
import { startPostgres } from '@plimsoll/testbed/postgres';
import { startRedis } from '@plimsoll/testbed/redis';
import { until } from '@plimsoll/testbed/until';
import { startWitness, type Witness } from '@plimsoll/testbed/witness';
import { startControlPlane } from './cluster/control-plane.ts';
import { startKeda } from './cluster/keda.ts';
import { type ProcessNode, startNode } from './cluster/node.ts';
import { namespace, type Product, pool, prepareProduct } from './cluster/product.ts';
import { buildProgram, findPrograms } from './cluster/programs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const programFolder = process.env.PLIMSOLL_CLUSTER_PROGRAMS ?? join(root, 'node_modules/.cache/cluster-programs');
const rate = 100;

const say = (line: string) => process.stdout.write(`${line}\n`);
const seconds = (sinceMs: number) => ((performance.now() - sinceMs) / 1000).toFixed(1);

function hold(what: string, met: boolean, seen: unknown): void {
  if (!met) throw new Error(`${what}: ${JSON.stringify(seen)}`);
  say(`✓ ${what}`);
}

interface Scene {
  readonly product: Product;
  readonly node: ProcessNode;
  readonly witness: Witness;
  /** Does KEDA scale the pool? */
  readonly scaled: boolean;
}

const planOf = (witness: Witness, generators: number, duration: string): PlanInput => ({
  version: 1,
  name: `by ${generators}`,
  generators,
  target: { url: witness.url, headers: { 'x-number': '{{seq}}' } },
  workers: { label: pool.name },
  load: { model: 'open', rate, duration, maxConnections: 8 },
});

const none = ({ product }: Scene) =>
  until(
    'no worker is left',
    180_000,
    () => product.pods('worker'),
    (pods) => pods.length === 0,
  );

/**
 * How far the times 0 of the generators lie apart, ms: request n is due n / rate after it and comes no earlier, so the one that was held up least
 * tells its generator's. They take turns.
 */
async function skewMs(witness: Witness, runId: string, generators: number): Promise<number> {
  const starts = Array<number>(generators).fill(Number.POSITIVE_INFINITY);
  for (const line of await witness.log()) {
    if (line.runId !== runId) continue;
    const number = Number(line.headers['x-number']);
    const shard = number % generators;
    starts[shard] = Math.min(starts[shard] ?? 0, line.atMs - (1000 * number) / rate);
  }
  return Math.max(...starts) - Math.min(...starts);
}

async function byFour(scene: Scene): Promise<void> {
  const { product, witness, scaled } = scene;
  if (scaled) {
    await none(scene);
    say('✓ nothing waits: the pool has no worker');
  }
  const began = performance.now();
  const run = await product.launch(planOf(witness, 4, '10s'));
  hold(
    scaled ? 'a run of four generators is taken while no worker is there' : 'a run of four generators is taken',
    run.state === 'queued',
    run.state,
  );
  await until(
    'the pool has four workers',
    120_000,
    () => product.pods('worker'),
    (pods) => pods.length === 4,
  );
  const pods = seconds(began);
  await until(
    'the first request',
    60_000,
    () => witness.counts(),
    ({ requests }) => requests > 0,
  );
  say(`  four pods after ${pods} s, the first request after ${seconds(began)} s`);
  const done = await product.finished(run.id, 90_000);
  hold('it completes', done.state === 'completed' && done.attempt === 1, done);
  hold('each request was sent once', done.summary?.done === 10 * rate && (await witness.counts()).answered === 10 * rate, done.summary);
  hold('four workers made it', new Set(done.generators.map(({ worker }) => worker)).size === 4, done.generators);
  const skew = await skewMs(witness, run.id, 4);
  hold(`they started within 50 ms of each other (${skew.toFixed(1)} ms)`, skew < 50, skew);
  if (!scaled) return;
  const over = performance.now();
  await none(scene);
  say(`✓ and the pool goes back to none, ${seconds(over)} s later`);
}

async function upgrade({ product, witness }: Scene): Promise<void> {
  await witness.reset();
  const run = await product.launch(planOf(witness, 1, '25s'));
  await until(
    'the load is under way',
    120_000,
    () => witness.counts(),
    ({ requests }) => requests > 0,
  );
  const before = product.pods('worker');
  let least = Number.POSITIVE_INFINITY;
  let watching = true;
  const watch = async () => {
    for (; watching; await sleep(200)) least = Math.min(least, await product.countReady());
  };
  const watched = watch();
  await product.helm('upgrade', '--set', 'image.tag=two');
  const rolled = (part: string, count: number) =>
    until(
      `${part} has its new pods`,
      120_000,
      () => product.deployment(part),
      ({ status, metadata }) =>
        status?.observedGeneration === (metadata as { generation?: number }).generation &&
        status?.updatedReplicas === count &&
        status?.replicas === count &&
        status?.availableReplicas === count,
    );
  await rolled('api', 2);
  watching = false;
  await watched;
  hold(`an upgrade leaves two APIs that take requests all the time (${least})`, least >= 2, least);
  const done = await product.finished(run.id, 90_000);
  const counts = await witness.counts();
  hold('a load under way is made to its end by the worker that began it', done.state === 'completed' && done.attempt === 1, done);
  hold('each of its requests was sent once', done.summary?.done === 25 * rate && counts.answered === 25 * rate, counts);
  await until(
    'its pod has gone',
    90_000,
    () => product.pods('worker'),
    (pods) => !before.some((name) => pods.includes(name)),
  );
  say('✓ and its pod ends after it');
}

async function killPod(scene: Scene): Promise<void> {
  const { product, node, witness } = scene;
  await witness.reset();
  const run = await product.launch(planOf(witness, 2, '60s'));
  await until(
    'the load is under way',
    120_000,
    () => witness.counts(),
    ({ requests }) => requests > 2 * rate,
  );
  const { generators } = await product.find(run.id);
  const victim = [...node.pods].find(([, pod]) => generators.some(({ worker }) => worker?.includes(`-${pod.pid()}-`)));
  if (!victim) throw new Error(`no pod makes it: ${JSON.stringify(generators)}`);
  const [name, pod] = victim;
  const [killed, at] = [pod.pid(), performance.now()];
  pod.kill();
  const done = await product.finished(run.id, 60_000);
  say(`  the run was over ${seconds(at)} s after its pod was killed`);
  hold('a run whose pod is killed ends as worker_lost', done.state === 'worker_lost' && done.attempt === 1, done);
  const { summary } = await until(
    'its figures are computed',
    60_000,
    () => product.find(run.id),
    ({ summary }) => summary !== null,
  );
  hold('and keeps what it measured', (summary?.done ?? 0) > rate, summary);
  const after = (await witness.counts()).requests;
  await until(
    `${name} runs again`,
    60_000,
    () => node.pods.get(name)?.pid() ?? killed,
    (pid) => pid !== killed,
  );
  await sleep(15_000);
  const again = await product.find(run.id);
  hold('its container runs again, and nobody repeats the run', again.attempt === 1 && again.state === 'worker_lost', again);
  hold('no further request is sent', (await witness.counts()).requests === after, await witness.counts());
}

async function prove(folder: string): Promise<void> {
  const { programs, missing } = findPrograms(programFolder);
  const scaled = missing.length === 0;
  const helm = findCommand('helm') ?? join(root, 'node_modules/.cache/helm-tools/helm');
  const closing: (() => Promise<unknown> | unknown)[] = [];
  try {
    const postgres = await startPostgres();
    closing.push(() => postgres.stop());
    const redis = await startRedis();
    closing.push(() => redis.stop());
    const witness = await startWitness({ log: true });
    closing.push(() => witness.close());
    const plane = await startControlPlane(programs, folder);
    closing.push(() => plane.stop());
    say('✓ etcd, the API server, the controllers and the scheduler run');
    if (scaled) {
      await startKeda(plane);
      say('✓ KEDA answers for its metrics');
    } else say(`  KEDA is not here (${missing.join(', ')}): the pool has its four workers all the time, and scaling is not tried.`);
    const pods = join(folder, 'pods');
    mkdirSync(pods);
    const node = await startNode(plane, 'processes', pods, root);
    closing.push(() => node.stop());
    let token = '';
    const stores = { databaseUrl: postgres.url, redisUrl: redis.url };
    const product = await prepareProduct(plane, node, {
      folder,
      chart: join(root, 'deploy/helm/plimsoll'),
      helm,
      scaled,
      token: () => token,
      stores,
    });
    const scene = { product, node, witness, scaled };

    await product.helm('install', '--wait');
    const hooks = () => readdirSync(pods).filter((name) => name.startsWith('plimsoll-migrations-') && name.endsWith('.log')).length;
    hold('helm install waits for the hook, and for pods that are ready', (await product.countReady()) === 2 && hooks() === 1, hooks());
    const jobs = await plane.ask('GET', `/apis/batch/v1/namespaces/${namespace}/jobs`);
    hold('the Job of the hook is gone', jobs.items.length === 0, jobs.items);
    const db = openPool(postgres.url);
    closing.push(() => db.end());
    await putTeam(db, 'team-1');
    token = await putToken(db, { teamId: 'team-1', userId: 'owner-1', role: 'owner', scope: 'write' });

    await byFour(scene);
    await upgrade(scene);
    hold('the hook ran before the upgrade, too', hooks() === 2, hooks());
    await killPod(scene);

    const evict = (name: string) =>
      plane.try('POST', `/api/v1/namespaces/${namespace}/pods/${name}/eviction`, {
        apiVersion: 'policy/v1',
        kind: 'Eviction',
        metadata: { name, namespace },
      });
    const [first = '', second = ''] = product.pods('api');
    const evicted = [await evict(first), await evict(second)].map(({ status }) => status);
    hold('one API may be evicted, the other not before it is replaced', JSON.stringify(evicted) === '[201,429]', evicted);
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

async function main(): Promise<void> {
  mkdirSync(programFolder, { recursive: true });
  for (const program of process.argv.includes('--build') ? findPrograms(programFolder).missing : []) {
    say(`${program} is built once…`);
    buildProgram(program, programFolder);
  }
  const { missing } = findPrograms(programFolder);
  if (missing.some((program) => !program.startsWith('keda'))) {
    say(`skipped: ${missing.join(', ')} are not here. \`npm run proof:cluster -- --build\` builds them with Go, an hour of one core.`);
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-cluster-'));
  let passed = false;
  try {
    await prove(folder);
    passed = true;
  } finally {
    if (passed) rmSync(folder, { recursive: true });
    else say(`The logs are in ${folder}.`);
  }
}

await main();
