/** The chart on the control plane of the proof: its values, its Secret, and what its pods and its API say. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PlanInput } from '@plimsoll/contracts/plan';
import { isTerminal, type Run } from '@plimsoll/contracts/run';
import { until } from '@plimsoll/testbed/until';
import type { ControlPlane, KubernetesObject } from './control-plane.ts';
import type { ProcessNode } from './node.ts';

export const namespace = 'load';
/** The pool that is scaled. */
export const pool = { name: 'eu', most: 4, cooldownSeconds: 10, drainSeconds: 60 };

export interface Stores {
  readonly databaseUrl: string;
  readonly redisUrl: string;
}

export interface Product {
  /** `helm` with the chart and these arguments; throws Error with what it said. */
  helm(verb: 'install' | 'upgrade', ...args: string[]): Promise<void>;
  deployment(part: string): Promise<KubernetesObject>;
  /** Names of pods of this part that are there, those that end among them. */
  pods(part: string): string[];
  launch(plan: PlanInput): Promise<Run>;
  find(id: string): Promise<Run>;
  finished(id: string, ms: number): Promise<Run>;
  /** How many of the API's pods take requests. */
  countReady(): Promise<number>;
}

/** Where people reach it through the ingress; the Secret with its certificate. */
export const ingressHost = 'plimsoll.test';
export const tlsSecret = 'load-tls';

/** Without KEDA the pool has all its workers all the time. */
const valuesOf = (scaled: boolean) => ({
  image: { repository: 'plimsoll', tag: 'one' },
  settings: { PLIMSOLL_TARGETS: 'loopback', PLIMSOLL_TRUSTED_PROXIES: 'uniquelocal' },
  ingress: { enabled: true, host: ingressHost, tlsSecret },
  workers: {
    scaleSeconds: 120,
    pools: [
      {
        ...{
          name: pool.name,
          label: pool.name,
          unlabelled: true,
          replicas: scaled ? 1 : pool.most,
          threads: 1,
          memory: '512Mi',
          drainSeconds: pool.drainSeconds,
        },
        ...{ settings: {}, nodeSelector: {}, tolerations: [], affinity: {}, podAnnotations: {} },
        scaling: { enabled: scaled, min: 0, max: pool.most, cooldownSeconds: pool.cooldownSeconds },
      },
    ],
  },
});

/** The namespace holds its pods to the restricted level of Pod Security. */
export async function prepareProduct(
  plane: ControlPlane,
  node: ProcessNode,
  {
    folder,
    chart,
    helm,
    scaled,
    token,
    stores,
  }: { folder: string; chart: string; helm: string; scaled: boolean; token(): string; stores: Stores },
): Promise<Product> {
  const file = join(folder, 'values.json');
  writeFileSync(file, JSON.stringify(valuesOf(scaled)));
  const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
  await plane.ask('POST', '/api/v1/namespaces', { metadata: { name: namespace, labels } });
  await plane.ask('POST', `/api/v1/namespaces/${namespace}/secrets`, {
    metadata: { name: 'plimsoll' },
    stringData: { 'database-url': stores.databaseUrl, 'redis-url': stores.redisUrl, 'secret-key': 'k'.repeat(44) },
  });
  const pods = (part: string) => [...node.pods.keys()].filter((name) => name.startsWith(`plimsoll-${part}-`));
  const addresses = () => pods('api').map((name) => `http://${node.pods.get(name)?.address}:4300`);
  const isReady = (url: string) =>
    fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
      ({ status }) => status === 200,
      () => false,
    );
  /** Any API that takes requests, as a Service leads to. */
  async function ask<Body>(path: string, init: RequestInit = {}): Promise<Body> {
    const ready = await Promise.all(addresses().map(async (url) => ((await isReady(url)) ? url : null)));
    const url = ready.find((one) => one !== null);
    if (!url) throw new Error('no API is ready');
    const headers = { authorization: `Bearer ${token()}`, 'content-type': 'application/json' };
    const answer = await fetch(`${url}${path}`, { headers, ...init });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Body;
  }
  const find = (id: string) => ask<Run>(`/api/v1/runs/${id}`);
  return {
    async helm(verb, ...args) {
      const kept = verb === 'install' ? ['-f', file] : ['--reuse-values'];
      await promisify(execFile)(helm, [verb, 'plimsoll', chart, '--namespace', namespace, '--timeout', '4m', ...kept, ...args], {
        env: { ...process.env, KUBECONFIG: plane.kubeconfig, HELM_CACHE_HOME: folder, HELM_CONFIG_HOME: folder, HELM_DATA_HOME: folder },
      });
    },
    deployment: (part) => plane.ask('GET', `/apis/apps/v1/namespaces/${namespace}/deployments/plimsoll-${part}`),
    pods,
    launch: (plan) => ask<Run>('/api/v1/runs', { method: 'POST', body: JSON.stringify({ plan }) }),
    find,
    finished: (id, ms) =>
      until(
        `run ${id} is over`,
        ms,
        () => find(id),
        ({ state }) => isTerminal(state),
      ),
    countReady: async () => (await Promise.all(addresses().map(isReady))).filter(Boolean).length,
  };
}
