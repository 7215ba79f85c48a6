/** The process of a generator, from its fork on: what it says is kept until somebody holds it. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Plan } from '@plimsoll/contracts/plan';
import { processEnvironment } from '@plimsoll/engine/process-flags';
import { builtProgram } from '@plimsoll/programs/built-program';
import { childEnvironment } from '../config.ts';
import type { ToGenerator } from './messages.ts';

const source = new URL('./generator-main.ts', import.meta.url);

export interface StartedGenerator {
  readonly child: ChildProcess;
  readonly flags: readonly string[];
  /** Compiles what loads of this plan's kind need, until the order for a load comes. */
  warmUp(plan: Plan): void;
  /** Whether it is up already. */
  isUp(): boolean;
  /** The end of what it wrote to stderr. */
  said(): string;
}

export function startGenerator(flags: readonly string[]): StartedGenerator {
  const child = fork(fileURLToPath(builtProgram(source)), [], {
    serialization: 'advanced',
    execArgv: [...flags],
    env: { ...childEnvironment(), ...processEnvironment },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let up = false;
  let said = '';
  child.once('message', () => {
    up = true;
  });
  // Nobody listens to a spare one yet; a spare that failed is not taken.
  child.on('error', () => undefined);
  child.stderr?.on('data', (chunk) => {
    said = (said + chunk).slice(-2000);
  });
  const warmUp = (plan: Plan) => {
    child.send({ kind: 'warmUp', plan } satisfies ToGenerator, () => undefined);
  };
  return { child, flags, warmUp, isUp: () => up, said: () => said };
}
