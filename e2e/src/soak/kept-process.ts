/** A process of the product that is started again when it ends, as an operator's supervisor does. */
import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Held, readHeld } from './processes.ts';

const pauseMs = 500;
/** What a process holds is compared from here on: it has loaded what it needs. */
const warmMs = 90_000;

export interface Life {
  readonly name: string;
  readonly seconds: number;
  readonly first: Held;
  readonly last: Held;
}

export interface KeptProcess {
  readonly name: string;
  pid(): number;
  /** Looks how much it holds. */
  look(): void;
  /** Lives long enough to compare what they held warm with what they held last. */
  lives(): Life[];
  stop(): Promise<void>;
}

export function keepProcess(name: string, file: string, environment: Readonly<Record<string, string>>): KeptProcess {
  let child: ChildProcess;
  let stopping = false;
  let startedAt = 0;
  let first: Held | undefined;
  let last: Held | undefined;
  const past: Life[] = [];
  const end = () => {
    if (first && last && first !== last) past.push({ name, seconds: Math.round((performance.now() - startedAt) / 1000), first, last });
    first = undefined;
    last = undefined;
  };
  function start(): void {
    startedAt = performance.now();
    child = fork(file, [], { execArgv: [], env: { ...environment }, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    child.once('exit', async () => {
      end();
      await sleep(pauseMs);
      if (!stopping) start();
    });
  }
  start();
  return {
    name,
    pid: () => child.pid ?? 0,
    look() {
      const held = readHeld(child.pid ?? 0);
      if (!held || performance.now() - startedAt < warmMs) return;
      first ??= held;
      last = held;
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
