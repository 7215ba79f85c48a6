/** A server of ours as a target, in a process of its own on one core. */
import { spawn } from 'node:child_process';
import { freePort } from '@plimsoll/testbed/free-port';
import { type BenchTarget, listening } from './nginx.ts';

/** `server`: its file, from here. */
export async function startNodeTarget(server: string, scheme: 'ws' | 'http', core: number | null): Promise<BenchTarget> {
  const port = await freePort();
  const pinned = core === null ? [] : ['taskset', '-c', String(core)];
  const [command = '', ...args] = [...pinned, process.execPath, new URL(server, import.meta.url).pathname, String(port)];
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await listening(port);
  return {
    url: `${scheme}://127.0.0.1:${port}/`,
    close: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
