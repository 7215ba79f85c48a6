/**
 * Asks a server for its types by reflection (v1, else v1alpha), over a connection that is open and judged: a few messages, long
 * before a load begins.
 */
import { type ClientHttp2Session, connect } from 'node:http2';
import type { Duplex } from 'node:stream';
import { mostSchemaBytes } from '@plimsoll/contracts/grpc-call';
import { grpcRefusal } from '@plimsoll/contracts/grpc-refusal';
import { GrpcError } from '@plimsoll/grpc/grpc-error';
import { type ReflectionAnswer, readAnswer, readFile, writeQuestion, writeSet } from '@plimsoll/grpc/reflection-messages';

const versions = ['v1', 'v1alpha'] as const;
const mostQuestions = 1000;
/** The most DATA frames that hold something. A server that means well fills them: 2 MB of types take some 130. */
const mostFrames = 20_000;
/** All that comes over the connection, with every kind of frame. */
const mostReceivedBytes = 4 * mostSchemaBytes;
const lookEveryMs = 20;
const unimplemented = '12';

export interface AskOptions {
  /** `:authority` of the call. */
  readonly authority: string;
  readonly scheme: 'http' | 'https';
  /** Full name of the one service that is wanted; absent: all of them. */
  readonly service?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** The reason why a version of the reflection service gave no answer. */
class AskError extends Error {
  readonly notThere: boolean;
  constructor(reason: string, notThere = false) {
    super(reason);
    this.notThere = notThere;
  }
}

/** A socket counts what came over it, before anybody read it. */
type CountingSocket = Duplex & { readonly bytesRead: number };

/**
 * The FileDescriptorSet of the server's services. Bounded in questions, frames, bytes and, by the signal, in time. Throws GrpcError. The
 * connection is closed afterwards.
 */
export async function askServer(socket: CountingSocket, options: AskOptions): Promise<Uint8Array> {
  const session = connect(`${options.scheme}://${options.authority}`, {
    createConnection: () => socket,
    settings: { enablePush: false },
  });
  let counting: NodeJS.Timeout | undefined;
  const broken = new Promise<never>((_, reject) => {
    session.once('error', (error) => reject(new AskError(error.message)));
    session.once('close', () => reject(new AskError('the connection was closed')));
    const late = () => reject(new AskError('no answer in time'));
    if (options.signal.aborted) late();
    options.signal.addEventListener('abort', late, { once: true });
    counting = setInterval(() => {
      if (socket.bytesRead > mostReceivedBytes) reject(new AskError(`the server sent more than ${mostReceivedBytes} bytes`));
    }, lookEveryMs);
  });
  try {
    return await Promise.race([askVersions(session, options), broken]);
  } catch (error) {
    if (error instanceof GrpcError) throw error;
    throw new GrpcError(
      ['reflection'],
      grpcRefusal('grpc_reflection_failed', { reason: error instanceof Error ? error.message : String(error) }),
    );
  } finally {
    clearInterval(counting);
    broken.catch(() => {});
    session.destroy();
    socket.destroy();
  }
}

async function askVersions(session: ClientHttp2Session, options: AskOptions): Promise<Uint8Array> {
  let last: unknown;
  for (const version of versions) {
    const conversation = openConversation(session, version, options);
    try {
      return await collect(conversation.ask, options.service);
    } catch (error) {
      last = error;
      if (!(error instanceof AskError && error.notThere)) throw error;
    } finally {
      conversation.close();
    }
  }
  throw last;
}

type Ask = (question: Uint8Array) => Promise<ReflectionAnswer>;

async function collect(ask: Ask, service: string | undefined): Promise<Uint8Array> {
  const files = new Map<string, Uint8Array>();
  let questions = 0;
  let bytes = 0;
  const put = async (kind: 'fileByName' | 'fileOfSymbol', name: string): Promise<void> => {
    if (++questions > mostQuestions) throw new AskError(`more than ${mostQuestions} files`);
    const answer = await ask(writeQuestion(kind, name));
    if (answer.error !== null) throw new AskError(answer.error);
    for (const file of answer.files) {
      const { name: ownName } = readFile(file);
      if (files.has(ownName)) continue;
      files.set(ownName, file);
      bytes += file.length;
      if (bytes > mostSchemaBytes) throw new GrpcError(['reflection'], grpcRefusal('grpc_types_too_large'));
    }
  };
  const services = service === undefined ? (await ask(writeQuestion('listServices', '*'))).services : [service];
  for (const name of services) if (!name.startsWith('grpc.reflection.')) await put('fileOfSymbol', name);
  for (const file of files.values()) for (const needed of readFile(file).needs) if (!files.has(needed)) await put('fileByName', needed);
  return writeSet(files.values());
}

/** One stream of questions, each asked when the one before is answered. */
function openConversation(session: ClientHttp2Session, version: string, { authority, metadata }: AskOptions) {
  const stream = session.request({
    ...metadata,
    ':method': 'POST',
    ':path': `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`,
    ':authority': authority,
    'content-type': 'application/grpc',
    te: 'trailers',
  });
  let waiting: { resolve(answer: ReflectionAnswer): void; reject(error: Error): void } | null = null;
  let failure: AskError | null = null;
  const held = new HeldBytes();
  let frames = 0;
  const fail = (error: AskError) => {
    failure ??= error;
    waiting?.reject(failure);
    waiting = null;
  };
  const judge = (headers: Readonly<Record<string, unknown>>) => {
    const status = headers['grpc-status'];
    if (status !== undefined) fail(new AskError(String(headers['grpc-message'] ?? `status ${status}`), String(status) === unimplemented));
    else if (headers[':status'] !== undefined && headers[':status'] !== 200) fail(new AskError(`HTTP status ${headers[':status']}`, true));
  };
  stream.on('response', judge).on('trailers', judge);
  stream.on('error', (error) => fail(new AskError(error.message)));
  stream.on('close', () => fail(new AskError('the call was closed')));
  stream.on('data', (piece: Buffer) => {
    frames += 1;
    held.add(piece);
    if (frames > mostFrames) return stream.destroy(new Error(`the server sent more than ${mostFrames} frames`));
    if (held.bytes > 2 * mostSchemaBytes) return stream.destroy(new Error('an answer is too large'));
    const answer = held.takeMessage();
    if (!answer) return undefined;
    try {
      waiting?.resolve(readAnswer(answer));
      waiting = null;
    } catch {
      fail(new AskError('an answer cannot be read'));
    }
    return undefined;
  });
  const ask: Ask = (question) =>
    new Promise((resolve, reject) => {
      if (failure) return reject(failure);
      waiting = { resolve, reject };
      const prefix = Buffer.alloc(5);
      prefix.writeUInt32BE(question.length, 1);
      stream.write(Buffer.concat([prefix, question]));
      return undefined;
    });
  return { ask, close: () => stream.close() };
}

const prefixBytes = 5;

/** The bytes of messages that are not whole. Pieces are put together once each, however small they are. */
class HeldBytes {
  bytes = 0;
  #pieces: Buffer[] = [];
  /** The length of the message that comes, with its prefix; null: not known yet. */
  #wanted: number | null = null;

  add(piece: Buffer): void {
    this.#pieces.push(piece);
    this.bytes += piece.length;
  }

  /** Null: none is whole. */
  takeMessage(): Buffer | null {
    if (this.#wanted === null && this.bytes >= prefixBytes) this.#wanted = prefixBytes + this.#joined().readUInt32BE(1);
    if (this.#wanted === null || this.bytes < this.#wanted) return null;
    const all = this.#joined();
    const message = all.subarray(prefixBytes, this.#wanted);
    this.#pieces = [all.subarray(this.#wanted)];
    this.bytes = all.length - this.#wanted;
    this.#wanted = null;
    return message;
  }

  #joined(): Buffer {
    const all = Buffer.concat(this.#pieces);
    this.#pieces = [all];
    return all;
  }
}
