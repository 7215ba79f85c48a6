/**
 * The true response times of the users of the truth target, from the target's own log. Users come at k/rate, whatever the generator
 * does; a request that is due, or would be answered, during the freeze waits for its end. Each run is judged by its own log: timers of
 * 5 ms take longer, and not the same from run to run, and 500 waiting requests take some ms to be read.
 */
import { spawn } from 'node:child_process';
import { freePort } from '@plimsoll/testbed/free-port';
import { goCommand } from './grpc/grpc-target.ts';

export interface Truth {
  readonly rate: number;
  readonly seconds: number;
  readonly freezeAfterSeconds: number;
  readonly freezeSeconds: number;
  /** A target on grpc-go, with delays or as fast as it can; null = HTTP, with delays. */
  readonly grpc: { readonly delays: boolean } | null;
}

/** The times that the target logged, in ms since its first request. */
export interface TruthLog {
  /** When each request was read and when it was answered, in the order in which they were read. */
  readonly requests: readonly (readonly [readMs: number, answeredMs: number])[];
  readonly frozenMs: readonly [fromMs: number, untilMs: number];
}

/** Percentiles in ms of the response times of all users. */
export interface TrueTimes {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
}

/**
 * `inOrder`: the generator sent at the rate, so the requests that were due in the freeze are the first to be read after it. Any other
 * generator sent nothing for them; their users count as read at the end of the freeze.
 */
export function trueTimes(
  { rate, seconds }: Pick<Truth, 'rate' | 'seconds'>,
  { requests, frozenMs }: TruthLog,
  inOrder: boolean,
): TrueTimes {
  const [fromMs, untilMs] = frozenMs;
  // The target's time for each request, without the freeze.
  const took = requests.map(([read, answered]) => answered - read - Math.max(0, Math.min(answered, untilMs) - Math.max(read, fromMs)));
  if (took.length === 0) throw new Error('the target got no request');
  const readAfter = requests.filter(([read]) => read >= untilMs);
  let inFreeze = 0;
  const times = Array.from({ length: rate * seconds }, (_, k) => {
    const dueMs = (k / rate) * 1000;
    // The log of a generator that sent fewer requests is shorter, and read again from the beginning.
    const delayMs = took[k % took.length] as number;
    if (dueMs >= fromMs && dueMs < untilMs) {
      const waited = inOrder ? readAfter[inFreeze++] : undefined;
      return waited ? waited[1] - dueMs : untilMs - dueMs + delayMs;
    }
    // It arrived before the freeze, so its timer fires at the end of the freeze at the earliest.
    if (dueMs < fromMs && dueMs + delayMs > fromMs) return Math.max(dueMs + delayMs, untilMs) - dueMs;
    return delayMs;
  }).sort((a, b) => a - b);
  const at = (share: number) => times[Math.ceil(share * times.length) - 1] as number;
  return { p50Ms: at(0.5), p99Ms: at(0.99), p999Ms: at(0.999) };
}

export interface TruthTarget {
  readonly url: string;
  /** Ends the target and answers its log. */
  end(): Promise<TruthLog>;
}

/** null where there is no Go, for a target that needs it. */
export async function startTruthTarget(truth: Truth, core: number | null): Promise<TruthTarget | null> {
  const port = await freePort();
  const [command, ...args] = (await commandOf(truth, port, core)) ?? [];
  if (command === undefined) return null;
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (piece) => (said += piece));
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve());
    child.once('exit', () => reject(new Error('the truth target ended')));
  });
  return {
    url: truth.grpc ? `grpc://127.0.0.1:${port}` : `http://127.0.0.1:${port}/`,
    end: () =>
      new Promise((resolve) => {
        child.once('close', () => resolve(JSON.parse(said.slice(said.indexOf('{')))));
        child.kill();
      }),
  };
}

async function commandOf({ freezeAfterSeconds, freezeSeconds, grpc }: Truth, port: number, core: number | null): Promise<string[] | null> {
  if (grpc) {
    const freeze = ['-freeze-after', `${freezeAfterSeconds}s`, '-freeze-for', `${freezeSeconds}s`];
    return goCommand('truth', core, ['-port', String(port), ...freeze, ...(grpc.delays ? ['-delays'] : [])]);
  }
  const program = [process.execPath, new URL('./truth-target.ts', import.meta.url).pathname];
  const args = [port, freezeAfterSeconds * 1000, freezeSeconds * 1000].map(String);
  return [...(core === null ? [] : ['taskset', '-c', String(core)]), ...program, ...args];
}
