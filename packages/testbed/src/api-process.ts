/** The API as a process of its own, for tests that ask it over a socket or kill it. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

const main = fileURLToPath(new URL('../../../apps/api/src/main.ts', import.meta.url));

/** A test that is broken off leaves none behind. */
const started = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of started) child.kill('SIGKILL');
});

export interface ApiProcess {
  readonly origin: string;
  readonly child: ChildProcess;
}

/** Answers when the API does. `environment` is all it gets, but for PATH, its port and the compile cache. */
export async function startApiProcess(environment: Readonly<Record<string, string>>, port?: number): Promise<ApiProcess> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const listensOn = port ?? (await freePort());
  const env = { PATH, NODE_COMPILE_CACHE, PLIMSOLL_LOG: 'warn', ...environment, PORT: String(listensOn) };
  const child = fork(main, [], { execArgv: [], env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  started.add(child);
  child.once('exit', () => started.delete(child));
  const origin = `http://127.0.0.1:${listensOn}`;
  const healthy = () =>
    fetch(`${origin}/api/v1/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until('the API answers', 60_000, healthy, Boolean);
  return { origin, child };
}
