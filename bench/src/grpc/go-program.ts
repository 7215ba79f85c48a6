/** Programs on grpc-go, built once into a folder outside the tree. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { findCommand } from '../find-command.ts';
import { grpcFolder } from './grpc-method.ts';

export const grpcGoVersion = '1.82.1';

/** `interop`: grpc-go's own interop server, unmodified. `truth`: ours, which keeps a log (bench/grpc/truth-server.go). */
export type GoProgram = 'interop' | 'truth';

const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'plimsoll-bench', `grpc-go-${grpcGoVersion}`);
const sources = { interop: null, truth: join(grpcFolder, 'truth-server.go') };

/** Path of the program, built if it is not there or older than its source; null where there is no Go, which is said. */
export function findGoProgram(program: GoProgram): string | null {
  const go = findCommand('go');
  if (!go) {
    process.stderr.write('gRPC is left out: its servers are built with Go, which is not here\n');
    return null;
  }
  const path = join(cache, program);
  const source = sources[program];
  if (existsSync(path) && (source === null || statSync(path).mtimeMs > statSync(source).mtimeMs)) return path;
  const folder = join(cache, `${program}-source`);
  mkdirSync(folder, { recursive: true });
  const run = (...args: string[]) => execFileSync(go, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  process.stderr.write(`building the ${program} server on grpc-go ${grpcGoVersion}\n`);
  if (!existsSync(join(folder, 'go.mod'))) run('mod', 'init', 'bench');
  // Of what this module provides, the interop server needs the most.
  run('get', `google.golang.org/grpc/interop/server@v${grpcGoVersion}`);
  if (source !== null) copyFileSync(source, join(folder, 'main.go'));
  run('build', '-o', path, source === null ? 'google.golang.org/grpc/interop/server' : '.');
  return path;
}
