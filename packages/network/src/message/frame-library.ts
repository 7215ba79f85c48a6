/**
 * The parts of `ws` that read and write frames on any socket. They are exported by the package (`ws` 8.18 and later), and its types leave
 * them out: this file says what is used of them. The socket, the upgrade and all times are ours.
 */
import type { Duplex, Writable } from 'node:stream';
import * as ws from 'ws';

export interface DeflateExtension {
  offer(): object;
  /** Throws where the target's parameters are none of an offer's. */
  accept(parameters: readonly object[]): object;
  cleanup(): void;
}

type Extensions = Readonly<Record<string, DeflateExtension>>;

interface ReceiverOptions {
  readonly extensions: Extensions;
  readonly maxPayload: number;
  readonly maxFragments: number;
  readonly maxBufferedChunks: number;
}

/** Emits `message` (bytes, is it binary?), `ping`, `pong`, `conclude` (code, reason) and `error`, with a code, all while bytes are written to it. */
export type Receiver = Writable;

export interface SendOptions {
  readonly binary: boolean;
  readonly compress: boolean;
  readonly fin: true;
  readonly mask: true;
}

export interface Sender {
  send(message: Buffer, options: SendOptions, sent?: () => void): void;
  ping(data: Buffer, mask: true): void;
  pong(data: Buffer, mask: true): void;
  close(code: number | undefined, reason: string, mask: true): void;
  /** Told of messages that could not be compressed. */
  onerror: (error: Error) => void;
}

interface FrameLibrary {
  readonly Receiver: new (options: ReceiverOptions) => Receiver;
  readonly Sender: new (socket: Duplex, extensions: Extensions) => Sender;
  readonly PerMessageDeflate: (new (options: { readonly maxPayload: number }) => DeflateExtension) & { readonly extensionName: string };
  readonly extension: {
    format(extensions: Readonly<Record<string, object>>): string;
    /** Throws SyntaxError. */
    parse(header: string): Readonly<Record<string, readonly object[]>>;
  };
}

export const { Receiver, Sender, PerMessageDeflate, extension } = ws as unknown as FrameLibrary;
