/**
 * A generator process as its worker holds it. One that does not answer a heartbeat, or does not end when told to, is killed 3 s later:
 * whatever keeps it from answering keeps it from stopping its load as well.
 */
import type { ChildProcess } from 'node:child_process';
import type { EndReason, Environment } from '@plimsoll/contracts/run';
import type { LoadEnding } from '@plimsoll/contracts/run-ending';
import type { Sample } from '@plimsoll/contracts/sample';
import type { Logger } from '../log.ts';
import { silentSeconds, watchAnswers } from './answer-watch.ts';
import type { FromGenerator, LoadOver, Order, ToGenerator } from './messages.ts';
import type { StartedGenerator } from './started-generator.ts';

export interface GeneratorEnd extends LoadOver {
  /** The process ended without saying how its load went. */
  readonly died: boolean;
}

export interface GeneratorProcess {
  readonly pid: number | undefined;
  /** False if it ends before. */
  readonly up: Promise<boolean>;
  /** Its environment for each load, once it is set up as ordered; null if it ends before. */
  readonly ready: Promise<readonly Environment[] | null>;
  readonly ended: Promise<readonly GeneratorEnd[]>;
  /** Sets the load up; it begins with `go`. */
  prepare(order: Order, heardAtNs: bigint): void;
  /** Time 0 is this instant of the machine's monotonic clock; null: now. */
  go(startNs: bigint | null): void;
  heard(heardAtNs: bigint): void;
  stop(reason: EndReason): void;
  kill(): void;
  /** Nothing is asked of it or heard from it any more. Answers whether it may make another load: all that it made ended by itself, and nothing is left of it. */
  letGo(): boolean;
}

interface GeneratorEvents {
  readonly loads: number;
  /** It may make others after them. */
  readonly keeps: boolean;
  readonly onSample: (load: number, sample: Sample) => void;
  /** Names the run in each line: what the generator does and says is logged here, since it has no log of its own. */
  readonly log: Logger;
}

export function holdGenerator(
  { child, ...started }: StartedGenerator,
  { loads, keeps, onSample, log: runLog }: GeneratorEvents,
): GeneratorProcess {
  const log = runLog.child({ generator: child.pid });
  const up = Promise.withResolvers<boolean>();
  const ready = Promise.withResolvers<readonly Environment[] | null>();
  const ended = Promise.withResolvers<readonly GeneratorEnd[]>();
  let isUp = started.isUp();
  if (isUp) up.resolve(true);
  let stopReason: EndReason | null = null;
  const heartbeats = watchAnswers(() => endUnanswered());
  const stops = watchAnswers(() => endUnanswered());
  const end = (how: readonly GeneratorEnd[]) => {
    heartbeats.close();
    stops.close();
    up.resolve(false);
    ready.resolve(null);
    ended.resolve(how);
  };
  const endAll = (how: GeneratorEnd) => end(Array.from({ length: loads }, () => how));
  let free = false;
  const onMessage = (message: FromGenerator) => {
    heartbeats.answered();
    if (message.kind === 'up') {
      isUp = true;
      up.resolve(true);
    }
    if (message.kind === 'ready') {
      log.info('generator set up');
      ready.resolve(message.environments);
    } else if (message.kind === 'sample') onSample(message.load, message.sample);
    else if (message.kind === 'end') {
      log.info({ reasons: message.ends.map(({ reason }) => reason) }, 'generator ended its load');
      end(message.ends.map((how) => ({ ...how, died: false })));
    } else if (message.kind === 'free') free = true;
  };
  child.on('message', onMessage);
  const died = (how: string) => {
    log.debug({ how }, 'generator is gone');
    const last =
      started
        .said()
        .trim()
        .split('\n')
        .find((line) => /error/i.test(line)) ?? '';
    endAll({ reason: 'failed', ending: { kind: 'processEnded', how, last: last.trim().slice(0, 300) }, died: true });
  };
  function endUnanswered(): void {
    log.warn({ reason: stopReason }, 'generator does not answer, and is killed');
    const ending: LoadEnding = isUp
      ? { kind: stopReason ? 'stopUnanswered' : 'silent', seconds: silentSeconds }
      : { kind: 'stoppedBefore' };
    endAll({ reason: stopReason ?? 'failed', ending, died: stopReason === null });
    killed(child);
  }
  const onError = (error: Error) => died(error.message);
  const onExit = (code: number | null, signal: string | null) => died(signal ?? `exit ${code}`);
  child.on('error', onError);
  child.on('exit', onExit);
  let held = true;
  const tell = (message: ToGenerator) => {
    if (held && child.connected) child.send(message, () => undefined);
  };
  return {
    pid: child.pid,
    up: up.promise,
    ready: ready.promise,
    ended: ended.promise,
    prepare: (order, heardAtNs) => tell({ kind: 'prepare', order, heardAtNs, keeps }),
    go: (startNs) => tell({ kind: 'go', startNs }),
    heard(heardAtNs) {
      if (isUp) heartbeats.asked();
      tell({ kind: 'heard', heardAtNs });
    },
    stop(reason) {
      stopReason ??= reason;
      stops.asked();
      tell({ kind: 'stop', reason });
    },
    kill: () => void killed(child),
    letGo() {
      held = false;
      child.off('message', onMessage).off('error', onError).off('exit', onExit);
      heartbeats.close();
      stops.close();
      return free && stopReason === null && child.connected;
    },
  };
}

function killed(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null && child.kill('SIGKILL');
}
