/**
 * Connections to one target by way of a socket of ours, on which each answer comes later by a fixed time. Bytes are passed on as they are, TLS
 * among them, so it knows no protocol. Each connection is judged by the target guard, as one without the detour. The socket stands in a folder
 * that this user alone may enter, under a name that is drawn: nobody else's plan leads through it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '@plimsoll/contracts/connection';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { createDialler, type DialOptions } from '../dial/target-guard.ts';
import { watchRecords } from './asked-yet.ts';
import { openDelayLine } from './delay-line.ts';

export interface RelayOptions {
  /** Where connections go. */
  readonly url: string;
  readonly policy: TargetPolicy;
  readonly connection?: Pick<Connection, 'dns' | 'tls'>;
  /** Each answer leaves so much later; 0: at once. */
  readonly delayMs: number;
  /** For tests. */
  readonly resolve?: NonNullable<DialOptions['resolve']>;
}

export interface Relay {
  /** Of the socket. */
  readonly path: string;
  /** Takes the socket away. */
  remove(): void;
  close(): void;
}

/** Held of one connection at most, and as much that its client has not taken. */
const mostHeldBytes = 4_194_304;
const longestDialMs = 10_000;

export async function openRelay({ url, policy, connection, delayMs, resolve }: RelayOptions): Promise<Relay> {
  const target = new URL(url);
  const dial = createDialler({
    url: target,
    policy,
    passesTls: true,
    ...(resolve ? { resolve } : {}),
    ...(connection ? { connection } : {}),
  });
  const line = openDelayLine(delayMs);
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const path = join(folder, 'drill');
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (client) => {
    open.add(client);
    client.on('error', () => undefined).on('close', () => open.delete(client));
    const attempt = dial((error, opened) => {
      clearTimeout(tooLong);
      if (error) client.destroy();
      else link(client, opened?.socket as Socket);
    });
    const tooLong = setTimeout(() => attempt.abort(), longestDialMs);
  });

  function link(client: Socket, upstream: Socket): void {
    const hasAsked = watchRecords();
    let asked = target.protocol !== 'https:';
    let held = 0;
    /** Later, once the client has asked. */
    const down = (deed: () => void) => (asked ? line.pass(deed) : deed());
    const weigh = () => {
      if (held + client.writableLength > mostHeldBytes) upstream.pause();
      else upstream.resume();
    };
    upstream.on('error', () => undefined);
    client.on('data', (chunk: Buffer) => {
      asked ||= hasAsked(chunk);
      if (!upstream.write(chunk)) client.pause();
    });
    upstream.on('drain', () => client.resume());
    client.on('end', () => upstream.end()).on('close', () => upstream.destroy());
    client.on('drain', weigh);
    upstream.on('data', (chunk: Buffer) => {
      held += chunk.length;
      down(() => {
        held -= chunk.length;
        if (!client.destroyed) client.write(chunk);
        weigh();
      });
      weigh();
    });
    upstream.on('end', () => down(() => client.end()));
    upstream.on('close', (broken) => down(() => (broken ? client.destroy() : client.end())));
    if (client.destroyed) upstream.destroy();
    client.resume();
  }

  await new Promise<void>((listening, failed) => {
    server.once('error', failed).listen(path, listening);
  });
  return {
    path,
    remove,
    close() {
      server.close();
      for (const client of open) client.destroy();
      line.close();
      remove();
    },
  };
}
