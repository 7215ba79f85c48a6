/**
 * A store that speaks S3's protocol, in a process and a folder of its own, which can be stopped and started again where it was: s3rver from npm, or the program
 * versitygw (`go install github.com/versity/versitygw/cmd/versitygw@latest`), whose path PLIMSOLL_TEST_S3 names, over files.
 */
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ObjectStoreSettings } from '@plimsoll/artefacts/object-store';
import { freePort } from '../free-port.ts';
import { createServerFolder, type SpawnedServer, spawnServer } from './spawned-server.ts';

export interface S3Server {
  /** As an object store of ours is told it. */
  readonly settings: ObjectStoreSettings;
  readonly port: number;
  /** Files of its bucket, without those that describe others. */
  files(): string[];
  stop(): Promise<void>;
  /** After `stop`; nothing where it runs. */
  start(): Promise<void>;
  /** Ends it and removes its folder. */
  close(): Promise<void>;
}

const bucket = 'plimsoll-test';

/** The only key of s3rver, built into it. */
const key = 'S3RVER';

export async function startS3(): Promise<S3Server> {
  const port = await freePort();
  const folder = createServerFolder();
  const data = join(folder, 'data');
  mkdirSync(join(data, bucket), { recursive: true });
  const gateway = process.env.PLIMSOLL_TEST_S3;
  // Its package has no program of its own.
  const program = `require(${JSON.stringify(createRequire(import.meta.url).resolve('@20minutes/s3rver/lib/cli.js'))}).parseAsync()`;
  const s3rver = [
    ...[process.execPath, '-e', program, '--', 's3rver'],
    ...['--directory', data, '--address', '127.0.0.1', '--port', String(port), '--silent', '--configure-bucket', bucket],
  ];
  const command = gateway ? [gateway, '--access', key, '--secret', key, '--port', `127.0.0.1:${port}`, 'posix', data] : s3rver;
  let server: SpawnedServer | null = await spawnServer(command, folder, port);
  const stop = async () => {
    await server?.stop('SIGTERM');
    server = null;
  };
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket,
      region: 'us-east-1',
      accessKeyId: key,
      secretAccessKey: key,
      prefix: '',
      pathStyle: true,
    },
    port,
    files: () =>
      readdirSync(join(data, bucket), { recursive: true, encoding: 'utf8' })
        .filter((name) => (gateway !== undefined || name.endsWith('_object')) && statSync(join(data, bucket, name)).isFile())
        .map((name) => join(data, bucket, name)),
    stop,
    async start() {
      server ??= await spawnServer(command, folder, port);
    },
    async close() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
