/** One small GET through the target guard: it reaches no address that a load may not reach. */
import { request } from 'node:http';
import type { Socket } from 'node:net';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { createDialler, type DialOptions } from '../dial/target-guard.ts';

export interface GuardedGet {
  /** The answer's text. Throws DialError (`phase` `policy` where the target policy refuses), or an Error of the connection or the answer. */
  get(limits: { readonly timeoutMs: number; readonly mostBytes: number }): Promise<string>;
}

/** Each `get` opens a connection of its own, and judges the address again. Redirects are not followed. `resolve`: how names are resolved. */
export function openGuardedGet(url: URL, policy: TargetPolicy, resolve?: DialOptions['resolve']): GuardedGet {
  const dial = createDialler({ url, policy, ...(resolve ? { resolve } : {}) });
  return {
    async get({ timeoutMs, mostBytes }) {
      const signal = AbortSignal.timeout(timeoutMs);
      const socket = await dialled(dial, signal);
      try {
        return await read(socket, url, mostBytes, signal);
      } finally {
        socket.destroy();
      }
    },
  };
}

/** Throws DialError. */
export function dialled(dial: ReturnType<typeof createDialler>, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const attempt = dial((error, opened) => {
      signal.removeEventListener('abort', stop);
      if (opened) resolve(opened.socket);
      else reject(error);
    });
    const stop = () => attempt.abort();
    signal.addEventListener('abort', stop, { once: true });
  });
}

function read(socket: Socket, url: URL, mostBytes: number, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { host: url.host, accept: 'text/plain', 'user-agent': 'Plimsoll', connection: 'close' };
    const asked = request({ createConnection: () => socket, path: `${url.pathname}${url.search}`, headers, signal }, (answer) => {
      if (answer.statusCode !== 200) return asked.destroy(new Error(`answered ${answer.statusCode}`));
      const pieces: Buffer[] = [];
      let bytes = 0;
      answer.on('data', (piece: Buffer) => {
        bytes += piece.length;
        if (bytes > mostBytes) asked.destroy(new Error(`answered more than ${mostBytes} bytes`));
        else pieces.push(piece);
      });
      answer.on('end', () => resolve(Buffer.concat(pieces).toString())).on('error', reject);
    });
    asked.on('error', reject).end();
  });
}
