/**
 * Asks a server for its types by reflection (v1, else v1alpha), over a connection that somebody else opened and judged. The one file here
 * that knows Node: a few messages, long before a load begins.
 */
import { type ClientHttp2Session, connect } from 'node:http2';
import type { Duplex } from 'node:stream';
import { mostSchemaBytes } from '@plimsoll/contracts/grpc-call';
import { grpcRefusal } from '@plimsoll/contracts/grpc-refusal';
import { GrpcError } from './grpc-error.ts';
import { type ReflectionAnswer, readAnswer, readFile, writeQuestion, writeSet } from './reflection-messages.ts';

const versions = ['v1', 'v1alpha'] as const;
const mostQuestions = 1000;
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

/** Why a version of the reflection service gave no answer. */
class AskError extends Error {
  readonly notThere: boolean;
  constructor(reason: string, notThere = false) {
    super(reason);
    this.notThere = notThere;
  }
}

/** The FileDescriptorSet of the server's services. Throws GrpcError. The connection is closed afterwards. */
export async function askServer(socket: Duplex, options: AskOptions): Promise<Uint8Array> {
  const session = connect(`${options.scheme}://${options.authority}`, { createConnection: () => socket });
  const broken = new Promise<never>((_, reject) => {
    session.once('error', (error) => reject(new AskError(error.message)));
    session.once('close', () => reject(new AskError('the connection was closed')));
    options.signal.addEventListener('abort', () => reject(new AskError('no answer in time')), { once: true });
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
    broken.catch(() => {});
    session.destroy();
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
  let held = Buffer.alloc(0);
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
    held = Buffer.concat([held, piece]);
    if (held.length > 2 * mostSchemaBytes) return stream.destroy(new Error('an answer is too large'));
    if (held.length < 5 || held.length < 5 + held.readUInt32BE(1)) return undefined;
    const end = 5 + held.readUInt32BE(1);
    const answer = held.subarray(5, end);
    held = held.subarray(end);
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
