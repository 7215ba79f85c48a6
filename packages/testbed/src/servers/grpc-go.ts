/** Servers of grpc-go's own, unmodified: its interop server and its examples. Built once with Go, into a folder that `npm ci` empties. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
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

/** Where Go's own archives are unpacked. */
const standardGo = '/usr/local/go/bin/go';

const folder = join(import.meta.dirname, '../../../../node_modules/.cache/grpc-go-1.85.0');
const pathOf = (name: GrpcGoServer) => join(folder, name);

/** Long for a slow line, and short of what a test may take. */
const longestFetchMs = 180_000;

/** Builds what is not built yet. Answers why it cannot be, or null. Throws where building fails. Takes most of a minute of processor time at first. */
export async function buildGrpcGo(): Promise<string | null> {
  const missing = Object.entries(programs).filter(([name]) => !existsSync(pathOf(name as GrpcGoServer)));
  if (missing.length === 0) return null;
  const go = onPath('go') ?? standardGo;
  if (!existsSync(go)) return 'Go is not installed.';
  mkdirSync(folder, { recursive: true });
  const run = (args: readonly string[], timeout?: number) => promisify(execFile)(go, args, { cwd: folder, timeout });
  try {
    if (!existsSync(join(folder, 'go.mod'))) await run(['mod', 'init', 'servers']);
    await run(['get', ...modules], longestFetchMs);
  } catch {
    return 'The modules of grpc-go cannot be fetched.';
  }
  for (const [name, program] of missing) await run(['build', '-mod=mod', '-o', pathOf(name as GrpcGoServer), program]);
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
