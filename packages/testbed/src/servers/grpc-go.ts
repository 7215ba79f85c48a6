/** Servers of grpc-go's own, unmodified: its interop server and its examples. Built once with Go, into a folder that `npm ci` empties. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { onPath } from '../redis.ts';
import { createServerFolder, spawnServer } from './spawned-server.ts';

const modules = ['google.golang.org/grpc@v1.85.0', 'google.golang.org/grpc/examples@v0.0.0-20260825154716-030ee8becb20'];
const programs = {
  interop: 'google.golang.org/grpc/interop/server',
  routeGuide: 'google.golang.org/grpc/examples/route_guide/server',
  greeter: 'google.golang.org/grpc/examples/helloworld/greeter_server',
  /** Says what types it has. */
  reflection: 'google.golang.org/grpc/examples/features/reflection/server',
} as const;
export type GrpcGoServer = keyof typeof programs;

const folder = join(import.meta.dirname, '../../../../node_modules/.cache/grpc-go-1.85.0');
const pathOf = (name: GrpcGoServer) => join(folder, name);

/** Are they all built? */
export function hasGrpcGo(): boolean {
  return Object.keys(programs).every((name) => existsSync(pathOf(name as GrpcGoServer)));
}

/** Answers why they cannot be built, or null. Throws where building fails. Takes most of a minute of processor time at first. */
export function buildGrpcGo(): string | null {
  if (hasGrpcGo()) return null;
  const go = onPath('go');
  if (!go) return 'Go is not installed.';
  mkdirSync(folder, { recursive: true });
  const run = (...args: string[]) => execFileSync(go, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  if (!existsSync(join(folder, 'go.mod'))) run('mod', 'init', 'servers');
  try {
    run('get', ...modules);
  } catch {
    return 'The modules of grpc-go cannot be fetched.';
  }
  for (const [name, program] of Object.entries(programs)) run('build', '-mod=mod', '-o', pathOf(name as GrpcGoServer), program);
  return null;
}

export interface RunningGrpcGo {
  /** `127.0.0.1:port`. */
  readonly address: string;
  /** What it wrote so far. */
  output(): string;
  stop(): Promise<void>;
}

/** `tls`: with the certificates of `certificates.ts`; the interop server alone. */
export async function startGrpcGo(name: GrpcGoServer, { tls = false } = {}): Promise<RunningGrpcGo> {
  const port = await freePort();
  const files = createServerFolder();
  const secure = tls ? ['-use_tls', `-tls_cert_file=${files}/cert.pem`, `-tls_key_file=${files}/key.pem`] : [];
  const running = await spawnServer([pathOf(name), `-port=${port}`, ...secure], files, port);
  return {
    address: `127.0.0.1:${port}`,
    output: running.output,
    stop: async () => {
      await running.stop('SIGTERM');
      running.remove();
    },
  };
}
