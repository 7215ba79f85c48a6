/** The target of the WebSocket case: an echo server on `ws`, in a process of its own on one core. */
import { spawn } from 'node:child_process';
import { freePort } from '@plimsoll/testbed/free-port';
import { type BenchTarget, listening } from '../nginx.ts';

export async function startSocketTarget(core: number | null): Promise<BenchTarget> {
  const port = await freePort();
  const pinned = core === null ? [] : ['taskset', '-c', String(core)];
  const server = new URL('./echo-server.ts', import.meta.url).pathname;
  const [command = '', ...args] = [...pinned, process.execPath, server, String(port)];
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await listening(port);
  return {
    url: `ws://127.0.0.1:${port}/`,
    close: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
