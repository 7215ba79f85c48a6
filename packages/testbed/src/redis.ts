/** A real redis-server, set up as an operator should: noeviction, nothing on disk. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { server as tlsServer } from './certificates.ts';
import { findCommand } from './find-command.ts';
import { freePort } from './free-port.ts';

export interface TestRedis {
  readonly url: string;
  readonly port: number;
  /** With TLS, where that was asked for. */
  readonly tlsUrl: string;
  readonly pid: () => number;
  /** Stops the server; `start` brings it back on the same port, empty. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Throws everything away, as an operator's FLUSHALL does. */
  flush(): Promise<void>;
  /** How many keys it holds. */
  countKeys(): Promise<number>;
}

/** The first bytes of the answer; null where nobody listens. */
async function ask(port: number, command: string): Promise<string | null> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${command}\r\n`));
    socket.once('data', (data) => {
      socket.destroy();
      done(data.toString());
    });
    socket.once('error', () => done(null));
  });
}

export interface TestRedisOptions {
  readonly policy?: string;
  /** The password; clients without it are refused. */
  readonly password?: string;
  /** The certificate of `certificates.ts` at a port of its own. */
  readonly tls?: boolean;
}

export async function startRedis(options: TestRedisOptions = {}): Promise<TestRedis> {
  const program = findCommand('redis-server', 'valkey-server');
  if (!program) throw new Error('redis-server is not installed. Run `npm test`, which fetches it, or install the package redis-server.');
  const [port, tlsPort] = [await freePort(), options.tls ? await freePort() : 0];
  const dir = mkdtempSync(join(tmpdir(), 'plimsoll-redis-'));
  let server: ChildProcess | undefined;
  process.once('exit', () => {
    server?.kill('SIGKILL');
    rmSync(dir, { recursive: true, force: true });
  });
  const redis: TestRedis = {
    url: `redis://127.0.0.1:${port}`,
    port,
    tlsUrl: `rediss://127.0.0.1:${tlsPort}`,
    pid: () => server?.pid ?? 0,
    async start() {
      mkdirSync(dir, { recursive: true });
      const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', dir];
      if (options.password) args.push('--requirepass', options.password);
      if (options.tls) {
        const [certificate, key] = [join(dir, 'certificate.pem'), join(dir, 'key.pem')];
        writeFileSync(certificate, tlsServer.certificate);
        writeFileSync(key, tlsServer.key, { mode: 0o600 });
        args.push('--tls-port', String(tlsPort), '--tls-cert-file', certificate, '--tls-key-file', key);
        args.push('--tls-ca-cert-file', certificate, '--tls-auth-clients', 'no');
      }
      server = spawn(program, [...args, '--maxmemory-policy', options.policy ?? 'noeviction'], { stdio: 'ignore' });
      for (let tries = 0; tries < 200; tries += 1) {
        if (/^(\+PONG|-NOAUTH)/.test((await ask(port, 'PING')) ?? '')) return;
        await sleep(50);
      }
      throw new Error('redis-server did not answer within 10 s');
    },
    async flush() {
      if (!(await ask(port, 'FLUSHALL'))?.startsWith('+OK')) throw new Error('redis-server did not flush');
    },
    async countKeys() {
      const [, keys] = (await ask(port, 'DBSIZE'))?.match(/^:(\d+)/) ?? [];
      if (keys === undefined) throw new Error('redis-server did not say how many keys it holds');
      return Number(keys);
    },
    async stop() {
      const stopping = server;
      server = undefined;
      if (!stopping || stopping.exitCode !== null) return;
      const gone = new Promise((done) => stopping.once('exit', done));
      stopping.kill('SIGKILL');
      await gone;
      rmSync(dir, { recursive: true, force: true });
    },
  };
  await redis.start();
  return redis;
}
