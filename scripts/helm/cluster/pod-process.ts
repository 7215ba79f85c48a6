/**
 * One pod as a process of this machine: its command, its environment, its secrets and its probes, and no image. What it mounts lies in a folder
 * of its own, and paths of its mounts in commands and settings are made into paths there. Its network is an address of loopback.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KubernetesObject } from './control-plane.ts';

interface Probe {
  readonly exec?: { readonly command: string[] };
  readonly httpGet?: { readonly path: string; readonly port: string | number };
  readonly periodSeconds?: number;
  readonly timeoutSeconds?: number;
}

interface Container {
  readonly name: string;
  readonly command: [string, ...string[]];
  readonly env?: {
    readonly name: string;
    readonly value?: string;
    readonly valueFrom?: { readonly secretKeyRef: { readonly name: string; readonly key: string } };
  }[];
  readonly ports?: { readonly name: string; readonly containerPort: number }[];
  readonly volumeMounts?: { readonly name: string; readonly mountPath: string }[];
  readonly startupProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly lifecycle?: { readonly preStop?: { readonly exec: { readonly command: [string, ...string[]] } } };
}

interface Volume {
  readonly name: string;
  readonly projected?: {
    readonly sources: { readonly secret: { readonly name: string; readonly items: { readonly key: string; readonly path: string }[] } }[];
  };
}

export interface PodState {
  readonly phase: 'Running' | 'Succeeded' | 'Failed';
  readonly ready: boolean;
  readonly restarts: number;
}

export interface PodProcess {
  /** Of loopback, where its ports are. */
  readonly address: string;
  pid(): number | undefined;
  /** Kills every process of the pod, as a node without memory does. */
  kill(): void;
  /** As a kubelet does: the hook, SIGTERM, and SIGKILL when the seconds are over. Resolves when nothing of it runs. */
  end(graceSeconds: number): Promise<void>;
}

export interface PodOptions {
  readonly pod: KubernetesObject;
  readonly address: string;
  readonly folder: string;
  readonly root: string;
  /** The content of a Secret's key. */
  secret(name: string, key: string): Promise<string>;
  told(state: PodState): void;
}

/** Starts it; `told` hears how it does. */
export async function startPod({ pod, address, folder, root, secret, told }: PodOptions): Promise<PodProcess> {
  const [container] = pod.spec.containers as [Container];
  const always = pod.spec.restartPolicy === 'Always';
  const mounts = new Map(container.volumeMounts?.map(({ name, mountPath }) => [mountPath, join(folder, name)]));
  const mountedPath = new RegExp(`(?<![\\w/])(${[...mounts.keys()].join('|')})(?=/|$)`, 'g');
  const placed = (text: string) => (mounts.size === 0 ? text : text.replace(mountedPath, (path) => mounts.get(path) ?? path));
  await fillVolumes(pod.spec.volumes as Volume[], folder, secret);
  const log = openSync(`${folder}.log`, 'a');
  let child: ChildProcess | undefined;
  const ending = new AbortController();
  let state: PodState = { phase: 'Running', ready: false, restarts: 0 };
  const tell = (more: Partial<PodState>) => {
    state = { ...state, ...more };
    told(state);
  };

  async function environmentOf(): Promise<Record<string, string>> {
    const made: Record<string, string> = { PATH: process.env.PATH ?? '', HOME: folder, TMPDIR: mounts.get('/tmp') ?? folder };
    for (const { name, value = '', valueFrom } of container.env ?? []) {
      const text = valueFrom ? await secret(valueFrom.secretKeyRef.name, valueFrom.secretKeyRef.key) : value;
      // A pod listens on all interfaces of its own; here they are all pods'.
      made[name] =
        name === 'HOST' && text === '0.0.0.0' ? address : placed(text.replace(/\$\((\w+)\)/g, (_, other: string) => made[other] ?? ''));
    }
    return made;
  }
  const kill = () => {
    if (!child?.pid) return;
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // Nothing of it runs any more.
    }
  };
  async function run(): Promise<void> {
    for (let waitMs = 1000; ; waitMs = Math.min(2 * waitMs, 60_000)) {
      const [program, ...args] = container.command;
      child = spawn(program === 'node' ? process.execPath : program, args.map(placed), {
        cwd: root,
        // A group of its own: what it started is of the pod, and goes with it.
        detached: true,
        env: await environmentOf(),
        stdio: ['ignore', log, log],
      });
      const [code] = await once(child, 'exit');
      kill();
      if (ending.signal.aborted) return;
      if (!always) return tell({ phase: code === 0 ? 'Succeeded' : 'Failed', ready: false });
      tell({ ready: false });
      await sleep(waitMs, undefined, { signal: ending.signal }).catch(() => undefined);
      if (ending.signal.aborted) return;
      tell({ restarts: state.restarts + 1 });
    }
  }
  async function passes({ exec, httpGet, timeoutSeconds = 1 }: Probe): Promise<boolean> {
    if (httpGet) {
      const port = container.ports?.find(({ name }) => name === httpGet.port)?.containerPort ?? httpGet.port;
      const asked = fetch(`http://${address}:${port}${httpGet.path}`, { signal: AbortSignal.timeout(timeoutSeconds * 1000) });
      return asked.then(
        ({ status }) => status < 400,
        () => false,
      );
    }
    const [program = 'false', ...args] = (exec?.command ?? []).map(placed);
    const probe = spawn(program, args, { stdio: 'ignore', timeout: timeoutSeconds * 1000 });
    const [code] = await once(probe, 'exit');
    return code === 0;
  }
  async function look(): Promise<void> {
    const probe = container.readinessProbe;
    while (!ending.signal.aborted && state.phase === 'Running') {
      const ready = !probe || (await passes(probe));
      if (ready !== state.ready && state.phase === 'Running') tell({ ready });
      // Sooner than it says while it comes up: what is waited for here is the pod, not its period.
      await sleep(state.ready ? (probe?.periodSeconds ?? 10) * 1000 : 500);
    }
  }
  tell({});
  const over = run();
  void look();
  return {
    address,
    pid: () => child?.pid,
    kill,
    async end(graceSeconds) {
      if (!ending.signal.aborted) {
        ending.abort();
        const hook = container.lifecycle?.preStop?.exec.command;
        const late = setTimeout(kill, graceSeconds * 1000);
        if (hook) await once(spawn(hook[0], hook.slice(1), { stdio: 'ignore' }), 'exit');
        if (child?.exitCode === null) child.kill('SIGTERM');
        await over;
        clearTimeout(late);
      }
      await over;
    },
  };
}

async function fillVolumes(volumes: readonly Volume[], folder: string, secret: PodOptions['secret']): Promise<void> {
  for (const { name, projected } of volumes) {
    mkdirSync(join(folder, name), { recursive: true });
    for (const { secret: source } of projected?.sources ?? [])
      for (const { key, path } of source.items) {
        const file = join(folder, name, path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, await secret(source.name, key), { mode: 0o440 });
      }
  }
}
