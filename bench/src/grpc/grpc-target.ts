/** The targets of the gRPC cases: servers on grpc-go, on one core. */
import { spawn } from 'node:child_process';
import { freePort } from '@plimsoll/testbed/free-port';
import { type BenchTarget, listening } from '../nginx.ts';
import { findGoProgram, type GoProgram } from './go-program.ts';

/** The command that runs a program of ours or of grpc-go on one core; null where there is no Go. */
export async function goCommand(program: GoProgram, core: number | null, args: readonly string[]): Promise<string[] | null> {
  const path = await findGoProgram(program);
  return path === null ? null : [...(core === null ? [] : ['taskset', '-c', String(core)]), path, ...args];
}

/** null where there is no Go. */
export async function startGrpcTarget(program: GoProgram, core: number | null): Promise<BenchTarget | null> {
  const port = await freePort();
  const [command, ...args] = (await goCommand(program, core, ['-port', String(port)])) ?? [];
  if (command === undefined) return null;
  const child = spawn(command, args, { stdio: 'ignore', env: { ...process.env, GOMAXPROCS: '1' } });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await listening(port);
  return {
    url: `grpc://127.0.0.1:${port}`,
    close: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
