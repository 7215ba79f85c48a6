/** Programs on grpc-go, built once into a folder outside the tree. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { buildGo } from '@plimsoll/testbed/servers/build-go';
import { grpcFolder } from './grpc-method.ts';

const grpcGoVersion = '1.82.1';
const folder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'plimsoll-bench', `grpc-go-${grpcGoVersion}`);
const sources = {
  /** grpc-go's own interop server, unmodified. */
  interop: { package: 'google.golang.org/grpc/interop/server' },
  /** Ours, which keeps a log. */
  truth: { file: join(grpcFolder, 'truth-server.go') },
} as const;
export type GoProgram = keyof typeof sources;

/** Path of the program, built if it is not there or older than its source; null where it cannot be, which is said. */
export async function findGoProgram(program: GoProgram): Promise<string | null> {
  const why = await buildGo({
    folder,
    modules: [`google.golang.org/grpc@v${grpcGoVersion}`],
    programs: { [program]: sources[program] },
    onBuild: (name) => void process.stderr.write(`building the ${name} server on grpc-go ${grpcGoVersion}\n`),
  });
  if (why === null) return join(folder, program);
  process.stderr.write(`gRPC is left out: its servers are built with Go. ${why}\n`);
  return null;
}
