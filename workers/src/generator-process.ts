/** A generator process as its worker holds it. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { EndReason, Environment } from '@plimsoll/contracts/run';
import type { Sample } from '@plimsoll/contracts/sample';
import { childEnvironment } from './config.ts';
import type { FromGenerator, Order, ToGenerator } from './messages.ts';

const file = fileURLToPath(new URL('./generator.ts', import.meta.url));

export interface GeneratorEnd {
  readonly reason: EndReason;
  readonly message: string;
  /** The process ended without saying how its load went. */
  readonly died: boolean;
}

export interface Generator {
  readonly pid: number | undefined;
  /** Its environment, once it is up; rejects if it dies before. */
  readonly ready: Promise<Environment>;
  readonly ended: Promise<GeneratorEnd>;
  start(order: Order, heardAtNs: bigint): void;
  heard(heardAtNs: bigint): void;
  stop(reason: EndReason): void;
  kill(): void;
}

export function forkGenerator(onSample: (sample: Sample) => void): Generator {
  const child = fork(file, [], {
    serialization: 'advanced',
    execArgv: [],
    env: childEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const ready = Promise.withResolvers<Environment>();
  const ended = Promise.withResolvers<GeneratorEnd>();
  ready.promise.catch(() => undefined);
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said = (said + chunk).slice(-2000);
  });
  child.on('message', (message: FromGenerator) => {
    if (message.kind === 'ready') ready.resolve(message.environment);
    else if (message.kind === 'sample') onSample(message.sample);
    else ended.resolve({ reason: message.reason, message: message.message, died: false });
  });
  const died = (how: string) => {
    const last =
      said
        .trim()
        .split('\n')
        .find((line) => /error/i.test(line)) ?? '';
    const message = `The generator process ended unexpectedly (${how})${last ? `: ${last.trim().slice(0, 300)}` : ''}.`;
    ready.reject(new Error(message));
    ended.resolve({ reason: 'failed', message, died: true });
  };
  child.on('error', (error) => died(error.message));
  child.on('exit', (code, signal) => died(signal ?? `exit ${code}`));
  const tell = (message: ToGenerator) => {
    if (child.connected) child.send(message, () => undefined);
  };
  return {
    pid: child.pid,
    ready: ready.promise,
    ended: ended.promise,
    start: (order, heardAtNs) => tell({ kind: 'start', order, heardAtNs }),
    heard: (heardAtNs) => tell({ kind: 'heard', heardAtNs }),
    stop: (reason) => tell({ kind: 'stop', reason }),
    kill: () => void killed(child),
  };
}

function killed(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null && child.kill('SIGKILL');
}
