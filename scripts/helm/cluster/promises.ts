/** What docs/kubernetes.md says of pools that scale, of upgrades and of a pod that is killed, tried by runs on the cluster of the proof. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PlanInput } from '@plimsoll/contracts/plan';
import { until } from '@plimsoll/testbed/until';
import type { Witness } from '@plimsoll/testbed/witness';
import type { Ingress, LiveEvent } from './ingress.ts';
import type { ProcessNode } from './node.ts';
import { type Product, pool } from './product.ts';

const rate = 100;

export const say = (line: string) => process.stdout.write(`${line}\n`);
const seconds = (sinceMs: number) => ((performance.now() - sinceMs) / 1000).toFixed(1);

export function hold(what: string, met: boolean, seen: unknown): void {
  if (!met) throw new Error(`${what}: ${JSON.stringify(seen)}`);
  say(`✓ ${what}`);
}

export interface Scene {
  readonly product: Product;
  readonly node: ProcessNode;
  readonly witness: Witness;
  /** null: pods have no addresses that an ingress controller may ask. */
  readonly ingress: Ingress | null;
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

/** Seconds of a run of ten reach who watches it one after the other, each when it is over. */
function holdLive(events: readonly LiveEvent[]): void {
  const samples = events.filter(({ event }) => event === 'sample').map(({ atMs }) => atMs);
  const gaps = samples.slice(1).map((atMs, at) => Math.round(atMs - (samples[at] ?? 0)));
  const [first = 0, last = 0] = [samples[0], samples.at(-1)];
  const met = samples.length >= 8 && last - first > 7000 && Math.max(...gaps) < 3000 && events.at(-1)?.event === 'end';
  hold(`its seconds come live through the ingress, ${Math.min(...gaps)} to ${Math.max(...gaps)} ms apart`, met, { gaps, events });
}

/** Asks through the ingress all the time; `stop` answers with each answer that was none. */
function askAlways(ingress: Ingress): { stop(): Promise<{ asked: number; refused: unknown[] }> } {
  let asking = true;
  let asked = 0;
  const refused: unknown[] = [];
  const over = (async () => {
    for (; asking; await sleep(100)) {
      asked += 1;
      const answer = await ingress.ask('GET', '/api/v1/health').catch((error: unknown) => ({ status: 0, body: String(error) }));
      if (answer.status !== 200) refused.push(answer);
    }
  })();
  return {
    async stop() {
      asking = false;
      await over;
      return { asked, refused };
    },
  };
}

/** A result file of some megabytes, more than ingress controllers take unasked. */
export async function importThrough(ingress: Ingress): Promise<void> {
  const line = (nth: number) => `0.0045,0.0001,0.0000,0.0000,0.0044,0.0000,200,${(nth / 1000).toFixed(4)}`;
  const head = 'response-time,DNS+dialup,DNS,Request-write,Response-delay,Response-read,status-code,offset';
  const file = [head, ...Array.from({ length: 60_000 }, (_, nth) => line(nth)), ''].join('\n');
  const query = 'url=http%3A%2F%2F192.0.2.1%2F&startedAt=2026-01-01T00:00:00Z&file=hey.csv';
  const { status, body } = await ingress.ask('POST', `/api/v1/imports?${query}`, file);
  hold(`a file of ${(file.length / 1e6).toFixed(1)} MB is imported through the ingress`, status < 300, { status, body });
}

export async function byFour(scene: Scene): Promise<void> {
  const { product, witness, ingress, scaled } = scene;
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
  const watched = ingress?.events(`/api/v1/runs/${run.id}/live`);
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
  if (watched) holdLive(await watched);
  hold('four workers made it', new Set(done.generators.map(({ worker }) => worker)).size === 4, done.generators);
  const skew = await skewMs(witness, run.id, 4);
  hold(`they started within 50 ms of each other (${skew.toFixed(1)} ms)`, skew < 50, skew);
  if (!scaled) return;
  const over = performance.now();
  await none(scene);
  say(`✓ and the pool goes back to none, ${seconds(over)} s later`);
}

export async function upgrade({ product, witness, ingress }: Scene): Promise<void> {
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
  const always = ingress && askAlways(ingress);
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
  if (always) {
    const { asked, refused } = await always.stop();
    hold(`each of ${asked} requests through the ingress is answered meanwhile`, refused.length === 0, refused);
  }
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

export async function killPod(scene: Scene): Promise<void> {
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
