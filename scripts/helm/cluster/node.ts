/** A node whose containers are processes: takes the pods that the scheduler gives it, tells how they do, and ends them as a kubelet does. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ControlPlane, KubernetesObject } from './control-plane.ts';
import { podAddresses } from './own-network.ts';
import { type PodProcess, type PodState, startPod } from './pod-process.ts';

export interface ProcessNode {
  /** Pods that it has, by their names. */
  readonly pods: ReadonlyMap<string, PodProcess>;
  /** Ends all processes. */
  stop(): Promise<void>;
}

const lookEveryMs = 300;

export async function startNode(plane: ControlPlane, name: string, folder: string, root: string): Promise<ProcessNode> {
  const pods = new Map<string, PodProcess>();
  const known = new Set<string>();
  const ending = new Set<string>();
  let count = 0;
  let stopped = false;
  await plane.ask('POST', '/api/v1/nodes', {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { 'kubernetes.io/hostname': name, 'kubernetes.io/os': 'linux' } },
  });
  const room = { cpu: '64', memory: '256Gi', pods: '200', 'ephemeral-storage': '1Ti' };
  await plane.ask('PATCH', `/api/v1/nodes/${name}/status`, {
    status: {
      capacity: room,
      allocatable: room,
      conditions: [{ type: 'Ready', status: 'True', reason: 'Processes', lastHeartbeatTime: now(), lastTransitionTime: now() }],
    },
  });

  const secret = async (namespace: string, secretName: string, key: string) => {
    const { data } = await plane.ask('GET', `/api/v1/namespaces/${namespace}/secrets/${secretName}`);
    const value = data?.[key];
    if (value === undefined) throw new Error(`the Secret ${secretName} has no ${key}`);
    return Buffer.from(value, 'base64').toString();
  };
  const pathOf = ({ metadata }: KubernetesObject) => `/api/v1/namespaces/${metadata.namespace}/pods/${metadata.name}`;

  async function take(pod: KubernetesObject): Promise<void> {
    const { name: podName, namespace } = pod.metadata;
    count += 1;
    const ours = join(folder, podName);
    mkdirSync(ours, { recursive: true });
    const started = now();
    const number = count;
    // A status is told after the one before it.
    let telling = Promise.resolve();
    const told = (state: PodState) => {
      const status = statusOf(pod, state, `10.244.0.${number}`, started);
      telling = telling
        .then(() => plane.try('PATCH', `${pathOf(pod)}/status`, { status }))
        .then(
          () => undefined,
          () => undefined,
        );
    };
    const address = `${podAddresses}.${number}`;
    const process = await startPod({ pod, address, folder: ours, root, secret: (of, key) => secret(namespace, of, key), told });
    pods.set(podName, process);
  }
  async function end(pod: KubernetesObject): Promise<void> {
    const { name: podName, uid, deletionGracePeriodSeconds = 30 } = pod.metadata;
    await pods.get(podName)?.end(deletionGracePeriodSeconds);
    pods.delete(podName);
    await plane.try('DELETE', pathOf(pod), { kind: 'DeleteOptions', apiVersion: 'v1', gracePeriodSeconds: 0, preconditions: { uid } });
  }
  async function follow(): Promise<void> {
    while (!stopped) {
      const { status, body } = await plane
        .try('GET', `/api/v1/pods?fieldSelector=spec.nodeName=${name}`)
        .catch(() => ({ status: 0, body: { items: [] } }));
      if (status === 200) {
        for (const pod of body.items) {
          const { uid, deletionTimestamp } = pod.metadata;
          if (!known.has(uid)) {
            known.add(uid);
            await take(pod).catch((error: unknown) => process.stderr.write(`${pod.metadata.name}: ${error}\n`));
          }
          if (deletionTimestamp && !ending.has(uid)) {
            ending.add(uid);
            void end(pod);
          }
        }
        // Deleted with force: nobody waits for it.
        const there = new Set(body.items.map(({ metadata }) => metadata.name));
        for (const [podName, one] of pods)
          if (!there.has(podName)) {
            pods.delete(podName);
            void one.end(0);
          }
      }
      await sleep(lookEveryMs);
    }
  }
  const over = follow();
  return {
    pods,
    async stop() {
      stopped = true;
      await over;
      await Promise.all([...pods.values()].map((pod) => pod.end(5)));
    },
  };
}

const now = () => new Date().toISOString().replace(/\.\d+/, '');

function statusOf({ spec }: KubernetesObject, { phase, ready, restarts }: PodState, podIP: string, startTime: string): object {
  const condition = (type: string, met: boolean) => ({ type, status: met ? 'True' : 'False', lastTransitionTime: now() });
  const [{ name, image }] = spec.containers as [{ name: string; image: string }];
  const over = phase !== 'Running';
  const state = over
    ? { terminated: { exitCode: phase === 'Succeeded' ? 0 : 1, startedAt: startTime, finishedAt: now() } }
    : { running: { startedAt: startTime } };
  return {
    phase,
    podIP,
    podIPs: [{ ip: podIP }],
    hostIP: '10.244.1.1',
    startTime,
    conditions: [
      condition('PodScheduled', true),
      condition('Initialized', true),
      condition('ContainersReady', ready),
      condition('Ready', ready),
    ],
    containerStatuses: [{ name, image, imageID: 'none', ready, started: !over, restartCount: restarts, state }],
  };
}
