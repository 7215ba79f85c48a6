/** A generator process as its worker holds it. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Plan } from '@plimsoll/contracts/plan';
import type { EndReason, Environment } from '@plimsoll/contracts/run';
import type { Sample } from '@plimsoll/contracts/sample';
import { processFlags } from '@plimsoll/engine/process-flags';
import { runEndSentence } from '@plimsoll/wording/run-end-sentence';
import { childEnvironment } from '../config.ts';
import type { FromGenerator, Order, ToGenerator } from './messages.ts';

const file = fileURLToPath(new URL('./generator-main.ts', import.meta.url));

export interface GeneratorEnd {
  readonly reason: EndReason;
  readonly message: string;
  /** The process ended without saying how its load went. */
  readonly died: boolean;
}

export interface GeneratorProcess {
  readonly pid: number | undefined;
  /** False if it ends before. */
  readonly up: Promise<boolean>;
  /** Its environment, once it is set up as ordered; null if it ends before. */
  readonly ready: Promise<Environment | null>;
  readonly ended: Promise<GeneratorEnd>;
  /** Sets the load up; it begins with `go`. */
  prepare(order: Order, heardAtNs: bigint): void;
  /** Time 0 is this instant of the machine's monotonic clock; null: now. */
  go(startNs: bigint | null): void;
  heard(heardAtNs: bigint): void;
  stop(reason: EndReason): void;
  kill(): void;
}

export function forkGenerator(plan: Plan, onSample: (sample: Sample) => void): GeneratorProcess {
  const child = fork(file, [], {
    serialization: 'advanced',
    execArgv: [...processFlags(plan)],
    env: childEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const up = Promise.withResolvers<boolean>();
  const ready = Promise.withResolvers<Environment | null>();
  const ended = Promise.withResolvers<GeneratorEnd>();
  const end = (how: GeneratorEnd) => {
    up.resolve(false);
    ready.resolve(null);
    ended.resolve(how);
  };
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said = (said + chunk).slice(-2000);
  });
  child.on('message', (message: FromGenerator) => {
    if (message.kind === 'up') up.resolve(true);
    else if (message.kind === 'ready') ready.resolve(message.environment);
    else if (message.kind === 'sample') onSample(message.sample);
    else end({ reason: message.reason, message: message.message, died: false });
  });
  const died = (how: string) => {
    const last =
      said
        .trim()
        .split('\n')
        .find((line) => /error/i.test(line)) ?? '';
    const message = runEndSentence({ kind: 'processEnded', how, last: last.trim().slice(0, 300) });
    end({ reason: 'failed', message, died: true });
  };
  child.on('error', (error) => died(error.message));
  child.on('exit', (code, signal) => died(signal ?? `exit ${code}`));
  const tell = (message: ToGenerator) => {
    if (child.connected) child.send(message, () => undefined);
  };
  return {
    pid: child.pid,
    up: up.promise,
    ready: ready.promise,
    ended: ended.promise,
    prepare: (order, heardAtNs) => tell({ kind: 'prepare', order, heardAtNs }),
    go: (startNs) => tell({ kind: 'go', startNs }),
    heard: (heardAtNs) => tell({ kind: 'heard', heardAtNs }),
    stop: (reason) => tell({ kind: 'stop', reason }),
    kill: () => void killed(child),
  };
}

function killed(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null && child.kill('SIGKILL');
}
