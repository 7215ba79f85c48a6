/**
 * A gRPC server on `@grpc/grpc-js` whose own log is the oracle of tests. It answers with the bytes it was sent, and does what a call's
 * metadata says: `x-status` (ends with it), `x-delay-ms` (before the first answer), `x-count` and `x-gap-ms` (answers of `Countdown`).
 */
import {
  type Metadata,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
} from '@grpc/grpc-js';
import protobuf from 'protobufjs';
import 'protobufjs/ext/descriptor.js';

export const echoProto = `syntax = "proto3";
package test;
import "google/protobuf/timestamp.proto";
message Line { string text = 1; int32 number = 2; bytes filler = 3; google.protobuf.Timestamp at = 4; }
service Echo {
  rpc Unary(Line) returns (Line);
  rpc Collect(stream Line) returns (Line);
  rpc Countdown(Line) returns (stream Line);
  rpc Chat(stream Line) returns (stream Line);
}`;

export interface LoggedCall {
  readonly method: string;
  /** Messages as they came, with their times in ms of `performance.now`. */
  readonly messages: { readonly bytes: Buffer; readonly atMs: number }[];
  sent: number;
  /** When the messages of a stream went out. */
  readonly sentMs: number[];
  /** The client's side was closed in good order. */
  halfClosed: boolean;
  cancelled: boolean;
  readonly metadata: Metadata;
}

export interface GrpcServer {
  /** `127.0.0.1:port`. */
  readonly address: string;
  readonly calls: readonly LoggedCall[];
  close(): void;
}

interface Knobs {
  readonly status: number;
  readonly delayMs: number;
  readonly count: number;
  readonly gapMs: number;
}

function readKnobs(metadata: Metadata): Knobs {
  const knob = (name: string) => Number(metadata.get(name)[0] ?? 0);
  return { status: knob('x-status'), delayMs: knob('x-delay-ms'), count: knob('x-count'), gapMs: knob('x-gap-ms') };
}

const pass = (bytes: Buffer) => bytes;
const path = (method: string) => `/test.Echo/${method}`;
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const failure = (code: number) => ({ code, details: 'as asked for' });

const field = (number: number, bytes: Uint8Array) =>
  protobuf.Writer.create()
    .uint32((number << 3) | 2)
    .bytes(bytes)
    .finish();

/** The descriptor of the service's file, without what it imports. */
function describeFile(): Uint8Array {
  const text = echoProto.replace(/import .*/, '').replace('google.protobuf.Timestamp at', 'int64 at');
  const { root } = protobuf.parse(text, { keepCase: true });
  root.resolveAll();
  const set = root.toDescriptor('proto3');
  const reader = protobuf.Reader.create(set.$type.encode(set).finish());
  while (reader.pos < reader.len) {
    reader.uint32();
    const file = reader.bytes();
    if (Buffer.from(file).includes('Echo')) return file;
  }
  throw new RangeError('no file has the service');
}

/** Lists the one service (field 7 of the question), or answers with its file. */
function answerReflection(question: Buffer): Buffer {
  const asked = (question[0] as number) >> 3;
  if (asked === 7) return Buffer.from(field(6, field(1, field(1, Buffer.from('test.Echo')))));
  return Buffer.from(field(4, field(1, describeFile())));
}

/** On a free port of the loopback interface, without TLS. */
export async function startGrpcServer(options: { readonly reflection?: 'v1' | 'v1alpha' } = {}): Promise<GrpcServer> {
  const calls: LoggedCall[] = [];
  const begin = (method: string, call: { metadata: Metadata; on(event: 'cancelled', heard: () => void): unknown }) => {
    const logged: LoggedCall = { method, messages: [], sent: 0, sentMs: [], halfClosed: false, cancelled: false, metadata: call.metadata };
    calls.push(logged);
    call.on('cancelled', () => {
      logged.cancelled = true;
    });
    return { logged, knobs: readKnobs(call.metadata), take: (bytes: Buffer) => logged.messages.push({ bytes, atMs: performance.now() }) };
  };
  const server = new Server({ 'grpc.max_receive_message_length': -1 });
  const kinds = (requestStream: boolean, responseStream: boolean, method: string) => ({
    path: path(method),
    requestStream,
    responseStream,
    requestSerialize: pass,
    requestDeserialize: pass,
    responseSerialize: pass,
    responseDeserialize: pass,
  });
  server.addService(
    {
      Unary: kinds(false, false, 'Unary'),
      Collect: kinds(true, false, 'Collect'),
      Countdown: kinds(false, true, 'Countdown'),
      Chat: kinds(true, true, 'Chat'),
    },
    {
      async Unary(call: ServerUnaryCall<Buffer, Buffer>, done: sendUnaryData<Buffer>) {
        const { logged, knobs, take } = begin('Unary', call);
        take(call.request);
        if (knobs.delayMs > 0) await wait(knobs.delayMs);
        if (knobs.status > 0) return done(failure(knobs.status));
        logged.sent++;
        done(null, call.request);
      },
      Collect(call: ServerReadableStream<Buffer, Buffer>, done: sendUnaryData<Buffer>) {
        const { logged, knobs, take } = begin('Collect', call);
        call.on('data', take).on('end', () => {
          logged.halfClosed = true;
          if (knobs.status > 0) return done(failure(knobs.status));
          logged.sent++;
          done(null, logged.messages.at(-1)?.bytes ?? Buffer.alloc(0));
        });
      },
      async Countdown(call: ServerWritableStream<Buffer, Buffer>) {
        const { logged, knobs, take } = begin('Countdown', call);
        take(call.request);
        if (knobs.delayMs > 0) await wait(knobs.delayMs);
        for (let nth = 0; nth < knobs.count && !logged.cancelled; nth++) {
          if (nth > 0 && knobs.gapMs > 0) await wait(knobs.gapMs);
          logged.sent++;
          logged.sentMs.push(performance.now());
          call.write(call.request);
        }
        if (knobs.status > 0) call.destroy(Object.assign(new Error('as asked for'), failure(knobs.status)));
        else call.end();
      },
      Chat(call: ServerDuplexStream<Buffer, Buffer>) {
        const { logged, knobs, take } = begin('Chat', call);
        call
          .on('data', (bytes: Buffer) => {
            take(bytes);
            logged.sent++;
            const answer = () => {
              logged.sentMs.push(performance.now());
              call.write(bytes);
            };
            if (knobs.delayMs > 0) setTimeout(answer, knobs.delayMs);
            else answer();
          })
          .on('end', () => {
            logged.halfClosed = true;
            setTimeout(() => call.end(), knobs.delayMs + 1);
          });
      },
    },
  );
  if (options.reflection) {
    const method = { ...kinds(true, true, ''), path: `/grpc.reflection.${options.reflection}.ServerReflection/ServerReflectionInfo` };
    server.addService(
      { ServerReflectionInfo: method },
      {
        ServerReflectionInfo(call: ServerDuplexStream<Buffer, Buffer>) {
          call.on('data', (question: Buffer) => call.write(answerReflection(question))).on('end', () => call.end());
        },
      },
    );
  }
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) => (error ? reject(error) : resolve(bound))),
  );
  return { address: `127.0.0.1:${port}`, calls, close: () => server.forceShutdown() };
}
