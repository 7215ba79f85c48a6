/**
 * What the users of the truth target felt, computed and not measured: requests come at k/rate; one in a hundred takes 200 ms,
 * the others 5 ms; what is due, or would be answered, during the freeze waits for its end. Any tool that says otherwise is wrong.
 */
import { spawn } from 'node:child_process';
import { type BenchTarget, freePort } from './nginx.ts';

export interface Truth {
  readonly rate: number;
  readonly seconds: number;
  readonly freezeAfterSeconds: number;
  readonly freezeSeconds: number;
}

/** Percentiles in ms of the response times of all requests. */
export function trueTimes(truth: Truth): { p50Ms: number; p99Ms: number; p999Ms: number } {
  const { rate, seconds, freezeAfterSeconds: from, freezeSeconds } = truth;
  const until = from + freezeSeconds;
  const times = Array.from({ length: rate * seconds }, (_, k) => {
    const due = k / rate;
    const delay = (k + 1) % 100 === 0 ? 0.2 : 0.005;
    // Arrived in the freeze: read at its end, then delayed. Arrived before: its timer fires at the freeze's end at the earliest.
    if (due >= from && due < until) return until - due + delay;
    if (due < from && due + delay > from) return Math.max(due + delay, until) - due;
    return delay;
  }).sort((a, b) => a - b);
  const at = (share: number) => (times[Math.ceil(share * times.length) - 1] as number) * 1000;
  return { p50Ms: at(0.5), p99Ms: at(0.99), p999Ms: at(0.999) };
}

export async function startTruthTarget(truth: Truth, core: number | null): Promise<BenchTarget> {
  const port = await freePort();
  const program = [process.execPath, new URL('./truth-target.ts', import.meta.url).pathname];
  const args = [port, truth.freezeAfterSeconds * 1000, truth.freezeSeconds * 1000].map(String);
  const [command = '', ...rest] = [...(core === null ? [] : ['taskset', '-c', String(core)]), ...program, ...args];
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve());
    child.once('exit', () => reject(new Error('the truth target ended')));
  });
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill();
      }),
  };
}
