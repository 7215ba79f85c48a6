/** The upgrade of a connection to a WebSocket (RFC 6455, 4): what is asked, and whether the answer says yes. */
import { createHash, randomBytes } from 'node:crypto';
import { type DeflateExtension, extension, PerMessageDeflate } from '@plimsoll/network/frame-library';
import type { ConnectionFailure } from '@plimsoll/wording/request-failure-sentence';
import type { ResponseHead } from '../http1/response-head.ts';

const suffix = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

export function makeKey(): string {
  return randomBytes(16).toString('base64');
}

function acceptedKey(key: string): string {
  return createHash('sha1').update(`${key}${suffix}`).digest('base64');
}

export interface Asked {
  readonly key: string;
  readonly subprotocols: readonly string[];
  /** Null where compression was not offered. */
  readonly deflate: DeflateExtension | null;
}

/** The fields that ask for a WebSocket, as lines of a head. */
export function upgradeLines({ key, subprotocols, deflate }: Asked): string {
  const lines = ['connection: Upgrade', 'upgrade: websocket', 'sec-websocket-version: 13', `sec-websocket-key: ${key}`];
  if (subprotocols.length > 0) lines.push(`sec-websocket-protocol: ${subprotocols.join(', ')}`);
  if (deflate) lines.push(`sec-websocket-extensions: ${extension.format({ [PerMessageDeflate.extensionName]: deflate.offer() })}`);
  return `${lines.join('\r\n')}\r\n`;
}

interface Agreed {
  /** Messages are compressed both ways. */
  readonly deflates: boolean;
  readonly subprotocol: string | null;
}

/** Accepts an answer 101, or tells what is wrong with it. */
export function judgeUpgrade({ headers }: ResponseHead, asked: Asked): Agreed | { readonly failure: ConnectionFailure } {
  const upgrades = (headers.connection ?? '')
    .toLowerCase()
    .split(/\s*,\s*/)
    .includes('upgrade');
  const named = headers.upgrade?.toLowerCase() === 'websocket';
  if (!upgrades || !named || headers['sec-websocket-accept'] !== acceptedKey(asked.key)) return { failure: { kind: 'webSocketNoUpgrade' } };
  const chosen = headers['sec-websocket-protocol'];
  if (chosen === undefined) {
    if (asked.subprotocols.length > 0) return { failure: { kind: 'webSocketNoSubprotocol' } };
  } else if (!asked.subprotocols.includes(chosen)) return { failure: { kind: 'webSocketOtherSubprotocol', text: chosen.slice(0, 100) } };
  const extensions = headers['sec-websocket-extensions'];
  const subprotocol = chosen ?? null;
  if (extensions === undefined) return { deflates: false, subprotocol };
  return acceptExtensions(extensions, asked.deflate)
    ? { deflates: true, subprotocol }
    : { failure: { kind: 'webSocketOtherExtension', text: extensions.slice(0, 100) } };
}

function acceptExtensions(header: string, deflate: DeflateExtension | null): boolean {
  try {
    const { [PerMessageDeflate.extensionName]: parameters, ...others } = extension.parse(header);
    if (!deflate || !parameters || parameters.length > 1 || Object.keys(others).length > 0) return false;
    deflate.accept(parameters);
    return true;
  } catch {
    return false;
  }
}
