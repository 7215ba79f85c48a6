/**
 * The frames of one WebSocket: a library's reader and writer between our socket and the messages of a request. Times are those of the read
 * that brought the bytes, also where a message is decompressed later. Memory is bounded, whatever the target sends.
 */
import type { Socket } from 'node:net';
import { errorCode } from '@plimsoll/network/connection-error';
import {
  type DeflateExtension,
  PerMessageDeflate,
  type Receiver as Reader,
  Receiver,
  Sender,
  type SendOptions,
  type Sender as Writer,
} from '@plimsoll/network/frame-library';
import type { ConnectionFailure } from '@plimsoll/wording/request-failure-sentence';
import { ResponseError } from '../connection/request-errors.ts';
import type { MemoryBudget } from '../protocol/memory-budget.ts';

/** Pieces of one message; each is an object of ours while the others are awaited. */
const mostPieces = 16_384;
/** Reads that one frame may take. */
const mostReads = 65_536;
const mostPingsInASecond = 10_000;
/** Bytes of a message that is not whole yet, which need no room of the memory that all share. */
const freeBytes = 65_536;
/** Bytes that wait to be decompressed: the socket is not read while there are more. */
const mostWaitingBytes = 262_144;
/** Bytes that wait to be sent: pings are not answered while there are more. */
const mostUnsentBytes = 1_048_576;
/** Messages that are being compressed. */
const mostCompressing = 32;

export interface FrameSink {
  /** The bytes are valid during the call only. */
  messageCame(message: Buffer, nowUs: number): void;
  ponged(data: Buffer, nowUs: number): void;
  /** The target's close message; 1005: without a code. */
  closeCame(code: number, reason: string, nowUs: number): void;
  broken(error: ResponseError): void;
  /** There is room again for messages to be sent. */
  drained(): void;
}

interface FrameParts {
  readonly socket: Socket;
  /** Null: messages are not compressed. */
  readonly deflate: DeflateExtension | null;
  readonly maxMessageBytes: number;
  readonly budget: MemoryBudget;
  readonly sink: FrameSink;
}

export class Frames {
  readonly #socket: Socket;
  readonly #deflate: DeflateExtension | null;
  readonly #budget: MemoryBudget;
  readonly #sink: FrameSink;
  readonly #reader: Reader;
  readonly #writer: Writer;
  readonly #text: SendOptions;
  readonly #binary: SendOptions;
  #nowUs = 0;
  #over = false;
  #closeSent = false;
  /** Bytes since the last whole message, and those of them that were taken from the budget. */
  #partBytes = 0;
  #takenBytes = 0;
  /** Reads that wait for the ones before them to be decompressed. */
  readonly #waiting: { readonly bytes: Buffer; readonly atUs: number }[] = [];
  #waitingBytes = 0;
  #reading = false;
  #paused = false;
  #compressing = 0;
  #pings = 0;
  #pingSecond = 0;

  constructor({ socket, deflate, maxMessageBytes, budget, sink }: FrameParts) {
    this.#socket = socket;
    this.#deflate = deflate;
    this.#budget = budget;
    this.#sink = sink;
    const extensions = deflate ? { [PerMessageDeflate.extensionName]: deflate } : {};
    this.#reader = new Receiver({ extensions, maxPayload: maxMessageBytes, maxFragments: mostPieces, maxBufferedChunks: mostReads });
    this.#reader
      .on('message', (message: Buffer) => this.#message(message))
      .on('ping', (data: Buffer) => this.#ping(data))
      .on('pong', (data: Buffer) => this.#over || this.#sink.ponged(data, this.#nowUs))
      .on('conclude', (code: number, reason: Buffer) => this.#over || this.#sink.closeCame(code, reason.toString('utf8'), this.#nowUs))
      .on('error', (error) => this.#fail(failureOf(error, maxMessageBytes)));
    this.#writer = new Sender(socket, extensions);
    this.#writer.onerror = () => this.#fail({ kind: 'lostBeforeAnswer' });
    const all = { compress: deflate !== null, fin: true, mask: true } as const;
    this.#text = { ...all, binary: false };
    this.#binary = { ...all, binary: true };
  }

  /** Takes in the first `length` bytes of a buffer that is used again afterwards. */
  feed(bytes: Buffer, length: number, nowUs: number): void {
    if (this.#over || length === 0) return;
    const copy = Buffer.from(bytes.subarray(0, length));
    if (!this.#deflate) {
      this.#nowUs = nowUs;
      this.#write(copy);
      return;
    }
    this.#waiting.push({ bytes: copy, atUs: nowUs });
    this.#waitingBytes += length;
    if (this.#waitingBytes > mostWaitingBytes && !this.#paused) {
      this.#paused = true;
      this.#socket.pause();
    }
    this.#readNext();
  }

  #readNext(): void {
    const next = this.#reading || this.#over ? undefined : this.#waiting.shift();
    if (!next) return;
    this.#reading = true;
    this.#nowUs = next.atUs;
    this.#write(next.bytes, () => {
      this.#reading = false;
      this.#waitingBytes -= next.bytes.length;
      if (this.#paused && this.#waitingBytes <= mostWaitingBytes) this.#resume();
      this.#readNext();
    });
  }

  #write(bytes: Buffer, done?: () => void): void {
    if (!this.#takeRoom(bytes.length)) this.#fail({ kind: 'webSocketNoRoom' });
    else if (done) this.#reader.write(bytes, done);
    else this.#reader.write(bytes);
  }

  /** For a message that is not whole yet. */
  #takeRoom(bytes: number): boolean {
    this.#partBytes += bytes;
    if (this.#partBytes <= freeBytes) return true;
    if (!this.#budget.take(bytes)) return false;
    this.#takenBytes += bytes;
    return true;
  }

  #giveRoom(): void {
    this.#partBytes = 0;
    if (this.#takenBytes === 0) return;
    this.#budget.take(-this.#takenBytes);
    this.#takenBytes = 0;
  }

  #message(message: Buffer): void {
    if (this.#over) return;
    this.#giveRoom();
    this.#sink.messageCame(message, this.#nowUs);
  }

  #ping(data: Buffer): void {
    if (this.#over) return;
    const second = Math.floor(this.#nowUs / 1_000_000);
    if (second !== this.#pingSecond) this.#pings = 0;
    this.#pingSecond = second;
    if (++this.#pings > mostPingsInASecond) this.#fail({ kind: 'webSocketPingFlood', limit: mostPingsInASecond });
    else if (this.#socket.writableLength < mostUnsentBytes) this.#writer.pong(data, true);
  }

  /** Answers false if no more should be sent until {@link FrameSink.drained}. */
  send(message: Buffer, binary: boolean): boolean {
    if (this.#over) return true;
    const options = binary ? this.#binary : this.#text;
    if (!this.#deflate) {
      this.#writer.send(message, options);
      return !this.#socket.writableNeedDrain;
    }
    this.#compressing++;
    this.#writer.send(message, options, () => {
      if (--this.#compressing === 0 && !this.#over) this.#sink.drained();
    });
    return this.#compressing < mostCompressing && !this.#socket.writableNeedDrain;
  }

  ping(data: Buffer): void {
    if (!this.#over && this.#socket.writableLength < mostUnsentBytes) this.#writer.ping(data, true);
  }

  /** `code`: absent where the target's own had none. */
  sendClose(code?: number): void {
    if (this.#over || this.#closeSent || !this.#socket.writable) return;
    this.#closeSent = true;
    this.#writer.close(code, '', true);
  }

  /** Nothing is told any more. */
  release(): void {
    if (this.#over) return;
    this.#over = true;
    this.#waiting.length = 0;
    this.#giveRoom();
    if (this.#paused) this.#resume();
    this.#deflate?.cleanup();
  }

  #resume(): void {
    this.#paused = false;
    this.#socket.resume();
  }

  #fail(failure: ConnectionFailure): void {
    if (!this.#over) this.#sink.broken(new ResponseError(failure));
  }
}

const named: Readonly<Record<string, ConnectionFailure>> = {
  WS_ERR_UNEXPECTED_MASK: { kind: 'webSocketMasked' },
  WS_ERR_INVALID_UTF8: { kind: 'webSocketNotText' },
  WS_ERR_TOO_MANY_BUFFERED_PARTS: { kind: 'webSocketTooManyPieces', limit: mostPieces },
};

function failureOf(error: Error, maxMessageBytes: number): ConnectionFailure {
  const code = errorCode(error);
  if (code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH' || code === 'WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH')
    return { kind: 'webSocketMessageTooLarge', limit: maxMessageBytes };
  if (code.startsWith('Z_')) return { kind: 'webSocketNotInflated' };
  return named[code] ?? { kind: 'webSocketBroken', text: error.message.replace(/^Invalid WebSocket frame: /, '') };
}
