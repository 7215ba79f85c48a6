/**
 * A store that speaks S3's protocol, in a process and a folder of its own, which can be stopped and started again where it was: s3rver from npm, or a program
 * whose path PLIMSOLL_TEST_S3 names: SeaweedFS (`weed`, which seaweedfs.ts builds), or versitygw (`go install github.com/versity/versitygw/cmd/versitygw@latest`)
 * over files.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ObjectStoreSettings } from '@plimsoll/artefacts/object-store';
import { openObjectStore } from '@plimsoll/artefacts/open-object-store';
import { spool } from '@plimsoll/artefacts/spooled-file';
import { freePort } from '../free-port.ts';
import { createServerFolder, type SpawnedServer, spawnServer } from './spawned-server.ts';

export interface S3Server {
  /** As an object store of ours is told it. */
  readonly settings: ObjectStoreSettings;
  readonly port: number;
  stop(): Promise<void>;
  /** After `stop`; nothing where it runs. */
  start(): Promise<void>;
  /** Ends it and removes its folder. */
  close(): Promise<void>;
}

const bucket = 'plimsoll-test';

/** The only key of s3rver, built into it. */
const key = 'S3RVER';

/** Where it keeps what it has, and its port. */
interface Place {
  readonly data: string;
  readonly port: number;
}

function s3rver({ data, port }: Place): string[] {
  mkdirSync(join(data, bucket), { recursive: true });
  // Its package has no program of its own.
  const program = `require(${JSON.stringify(createRequire(import.meta.url).resolve('@20minutes/s3rver/lib/cli.js'))}).parseAsync()`;
  const options = ['--directory', data, '--address', '127.0.0.1', '--port', String(port), '--silent', '--configure-bucket', bucket];
  return [process.execPath, '-e', program, '--', 's3rver', ...options];
}

function versitygw(program: string, { data, port }: Place): string[] {
  mkdirSync(join(data, bucket), { recursive: true });
  return [program, '--access', key, '--secret', key, '--port', `127.0.0.1:${port}`, 'posix', data];
}

/** All its parts in one process, on loopback alone; it tells nobody that it runs. `identities`: a file with its keys. */
async function seaweedfs(program: string, { data, port }: Place, identities: string): Promise<string[]> {
  mkdirSync(data, { recursive: true });
  const ports = ['master.port', 'master.port.grpc', 'volume.port', 'volume.port.grpc', 'filer.port', 'filer.port.grpc', 's3.port.grpc'];
  const options = {
    dir: data,
    ip: '127.0.0.1',
    'ip.bind': '127.0.0.1',
    bucket,
    's3.port': port,
    's3.config': identities,
    's3.autoCreateBucket': false,
    's3.port.iceberg': 0,
    's3.port.lance': 0,
    'master.telemetry': false,
    webdav: false,
    'admin.ui': false,
  };
  const own = await Promise.all(ports.map(async (name) => [name, await freePort()] as const));
  return [program, 'mini', ...[...Object.entries(options), ...own].map(([name, value]) => `-${name}=${value}`)];
}

const identities = {
  identities: [
    { name: 'tests', credentials: [{ accessKey: key, secretKey: key }], actions: ['Admin', 'Read', 'List', 'Tagging', 'Write'] },
  ],
};

export async function startS3(): Promise<S3Server> {
  const port = await freePort();
  const folder = createServerFolder({ 'identities.json': JSON.stringify(identities) });
  const place = { data: join(folder, 'data'), port };
  const program = process.env.PLIMSOLL_TEST_S3;
  const command =
    program === undefined
      ? s3rver(place)
      : basename(program) === 'weed'
        ? await seaweedfs(program, place, join(folder, 'identities.json'))
        : versitygw(program, place);
  const settings: ObjectStoreSettings = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    region: 'us-east-1',
    accessKeyId: key,
    secretAccessKey: key,
    prefix: '',
    pathStyle: true,
  };
  let server: SpawnedServer | null = null;
  const start = async () => {
    if (server) return;
    server = await spawnServer(command, folder, port, 60_000);
    await takesObjects(settings);
  };
  const stop = async () => {
    await server?.stop();
    server = null;
  };
  await start();
  return {
    settings,
    port,
    start,
    stop,
    async close() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Some listen before they have it, and read it before they write to it: SeaweedFS chooses its master first. */
async function takesObjects(settings: ObjectStoreSettings): Promise<void> {
  const store = openObjectStore(settings, { tries: 1, silenceMs: 2000 });
  const probe = await spool(Readable.from([Buffer.from('is it there?')]));
  try {
    for (let tries = 0; ; tries += 1)
      try {
        await store.put('probe', probe);
        return await store.remove('probe');
      } catch (error) {
        if (tries > 100) throw error;
        await sleep(100);
      }
  } finally {
    store.close();
    await probe.close();
  }
}
