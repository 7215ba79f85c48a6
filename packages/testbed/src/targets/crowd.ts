/**
 * A target for more connections than one process may hold together with the generator's: in a process of its own, it answers what
 * comes in, and counts connections and requests.
 */
import { fork } from 'node:child_process';

export interface CrowdCounts {
  readonly connections: number;
  readonly mostOpen: number;
  readonly requests: number;
}

export interface CrowdTarget {
  readonly url: string;
  counts(): Promise<CrowdCounts>;
  close(): Promise<void>;
}

export async function startCrowdTarget(): Promise<CrowdTarget> {
  const child = fork(new URL('./crowd-process.ts', import.meta.url), { stdio: 'ignore' });
  const heard = <T>() => new Promise<T>((resolve) => child.once('message', (message) => resolve(message as T)));
  const port = await heard<number>();
  return {
    url: `http://127.0.0.1:${port}/`,
    counts() {
      const counts = heard<CrowdCounts>();
      child.send('counts');
      return counts;
    },
    close: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGKILL');
      }),
  };
}
