/** Servers of grpc-go's own, unmodified: its interop server and its examples. Built once with Go, into a folder that `npm ci` empties. */
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { buildGo } from './build-go.ts';
import { createServerFolder, spawnServer } from './spawned-server.ts';

const modules = ['google.golang.org/grpc@v1.85.0', 'google.golang.org/grpc/examples@v0.0.0-20260825154716-030ee8becb20'];
const programs = {
  interop: { package: 'google.golang.org/grpc/interop/server' },
  routeGuide: { package: 'google.golang.org/grpc/examples/route_guide/server' },
  greeter: { package: 'google.golang.org/grpc/examples/helloworld/greeter_server' },
  /** Says what types it has. */
  reflection: { package: 'google.golang.org/grpc/examples/features/reflection/server' },
} as const;
export type GrpcGoServer = keyof typeof programs;

const folder = join(import.meta.dirname, '../../../../node_modules/.cache/grpc-go-1.85.0');

/** Builds what is not built yet. Answers why it cannot be, or null. */
export const buildGrpcGo = (): Promise<string | null> => buildGo({ folder, modules, programs });

export interface RunningGrpcGo {
  /** `127.0.0.1:port`. */
  readonly address: string;
  /** Its output so far. */
  output(): string;
  stop(): Promise<void>;
}

/** `tls`: with the certificates of `certificates.ts`; the interop server alone. */
export async function startGrpcGo(name: GrpcGoServer, { tls = false } = {}): Promise<RunningGrpcGo> {
  const port = await freePort();
  const files = createServerFolder();
  const secure = tls ? ['-use_tls', `-tls_cert_file=${files}/cert.pem`, `-tls_key_file=${files}/key.pem`] : [];
  const running = await spawnServer([join(folder, name), `-port=${port}`, ...secure], files, port);
  return {
    address: `127.0.0.1:${port}`,
    output: running.output,
    stop: running.close,
  };
}
