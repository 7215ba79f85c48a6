/** A process of the product that is started again when it ends, as an operator's supervisor does. */
import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeClockTraces } from './clock.ts';
import { type Held, type Life, toLife } from './life.ts';
import { readHeld } from './processes.ts';
import { askResources, probeFlags } from './resources.ts';

const pauseMs = 500;
/** From here on the resources of a process are compared: it has loaded all it needs. */
const warmMs = 90_000;

export interface KeptProcess {
  readonly name: string;
  pid(): number;
  /** How often it was started. */
  starts(): number;
  /** Looks how much it holds. */
  look(): Promise<void>;
  /** Lives long enough to compare what they held warm with what they held last. */
  lives(): Life[];
  stop(): Promise<void>;
}

export function keepProcess(name: string, file: string, environment: Readonly<Record<string, string>>): KeptProcess {
  let child: ChildProcess;
  let stopping = false;
  let startedAt = 0;
  let starts = 0;
  let looks: Held[] = [];
  const past: Life[] = [];
  const end = () => {
    const life = toLife(name, (performance.now() - startedAt) / 1000, looks);
    if (life) past.push(life);
    looks = [];
  };
  function start(): void {
    startedAt = performance.now();
    starts += 1;
    child = fork(file, [], { execArgv: probeFlags, env: { ...environment }, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    child.once('exit', async () => {
      end();
      removeClockTraces(child.pid ?? 0);
      await sleep(pauseMs);
      if (!stopping) start();
    });
  }
  start();
  return {
    name,
    pid: () => child.pid ?? 0,
    starts: () => starts,
    async look() {
      if (performance.now() - startedAt < warmMs) return;
      const asked = child;
      const resources = await askResources(asked);
      const held = readHeld(asked.pid ?? 0);
      if (resources && held && asked === child) looks.push({ ...held, ...resources });
    },
    lives() {
      end();
      return past;
    },
    async stop() {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await gone;
      clearTimeout(late);
    },
  };
}
