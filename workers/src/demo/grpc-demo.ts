/** The demo target's gRPC: `plimsoll.demo.Demo` on `@grpc/grpc-js`, each call as its metadata says. */
import {
  type MethodDefinition,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
} from '@grpc/grpc-js';
import { demoProto } from '@plimsoll/contracts/demo-service';
import protobuf from 'protobufjs';
import { createAnswerQueue } from './answer-queue.ts';
import { type BeginCall, createBeginCall, type DemoCall, type GrpcStats } from './demo-calls.ts';
import { delayMs, jitterMs } from './demo-knobs.ts';
import { addReflection } from './grpc-reflection.ts';

interface Line {
  readonly text: string;
}
interface CountdownRequest {
  readonly count: number;
  readonly gapMs: number;
}
interface Count {
  readonly left: number;
}
interface Total {
  readonly sum: number;
  readonly count: number;
}

const usualCount = 10;
const mostCount = 1_000_000;
const longestGapMs = 60_000;
const mostMessageBytes = 4 * 1024 * 1024;
const mostStreamsOfConnection = 1000;

/** It does not listen: connections are handed to it. */
export function createGrpcDemo(stats: GrpcStats): ReturnType<Server['createConnectionInjector']> {
  const { root } = protobuf.parse(demoProto);
  root.resolveAll();
  const server = new Server({
    'grpc.max_receive_message_length': mostMessageBytes,
    'grpc.max_concurrent_streams': mostStreamsOfConnection,
  });
  server.addService(defineService(root), createHandlers(createBeginCall(stats)));
  addReflection(server, root);
  return server.createConnectionInjector(ServerCredentials.createInsecure());
}

function defineService(root: protobuf.Root): Record<string, MethodDefinition<object, object>> {
  const service = root.lookupService('plimsoll.demo.Demo');
  const methods = service.methodsArray.map((method) => {
    const input = root.lookupType(`plimsoll.demo.${method.requestType}`);
    const output = root.lookupType(`plimsoll.demo.${method.responseType}`);
    const encode = (type: protobuf.Type) => (message: object) => type.encode(message).finish() as Buffer;
    const decode = (type: protobuf.Type) => (bytes: Buffer) => type.decode(bytes);
    const definition = {
      path: `/plimsoll.demo.Demo/${method.name}`,
      requestStream: method.requestStream === true,
      responseStream: method.responseStream === true,
      requestSerialize: encode(input),
      requestDeserialize: decode(input),
      responseSerialize: encode(output),
      responseDeserialize: decode(output),
    };
    return [method.name, definition] as const;
  });
  return Object.fromEntries(methods);
}

function failAsAsked(call: DemoCall): void {
  call.refuse('INTERNAL', 'one of the errors asked for');
}

function createHandlers(begin: BeginCall) {
  return {
    Echo(unary: ServerUnaryCall<Line, Line>, done: sendUnaryData<Line>) {
      const call = begin(unary, done);
      call.received();
      const queued = call.queueMs();
      if (queued === null || !call.isOpen) return;
      call.later(queued + delayMs(call.knobs), () => {
        if (call.isToFail) return failAsAsked(call);
        call.sent();
        call.end();
        done(null, { text: unary.request.text });
      });
    },

    Countdown(stream: ServerWritableStream<CountdownRequest, Count>) {
      const call = begin(stream, (error) => stream.emit('error', error));
      call.received();
      const queued = call.queueMs();
      if (queued !== null && call.isOpen)
        call.later(queued + delayMs(call.knobs), () => (call.isToFail ? failAsAsked(call) : countDown(call, stream)));
    },

    Sum(stream: ServerReadableStream<{ readonly value: number }, Total>, done: sendUnaryData<Total>) {
      const call = begin(stream, done);
      let [sum, count, freeAtMs] = [0, 0, 0];
      stream.on('data', ({ value }: { readonly value: number }) => {
        call.received();
        sum += value;
        count++;
        const queued = call.isOpen ? call.queueMs() : null;
        if (queued !== null) freeAtMs = performance.now() + queued;
      });
      stream.on('end', () => {
        if (!call.isOpen) return;
        call.later(Math.max(0, freeAtMs - performance.now()) + delayMs(call.knobs), () => {
          if (call.isToFail) return failAsAsked(call);
          call.sent();
          call.end();
          done(null, { sum, count });
        });
      });
    },

    Chat(stream: ServerDuplexStream<Line, Line>) {
      const call = begin(stream, (error) => stream.emit('error', error));
      let isHalfClosed = false;
      let hasRoom = true;
      const readOn = () => {
        if (hasRoom && !answers.isFull) stream.resume();
      };
      const endWithLast = () => {
        if (!isHalfClosed || !answers.isEmpty || !call.isOpen) return;
        call.end();
        stream.end();
      };
      const answers = createAnswerQueue(call, (text) => {
        if (call.isToFail) return failAsAsked(call);
        call.sent();
        if (!stream.write({ text })) hasRoom = false;
        readOn();
        endWithLast();
      });
      stream.on('data', ({ text }: Line) => {
        call.received();
        const queued = call.isOpen ? call.queueMs() : null;
        if (queued === null) return;
        answers.add(text, queued, delayMs(call.knobs));
        if (answers.isFull || !hasRoom) stream.pause();
      });
      stream.on('drain', () => {
        hasRoom = true;
        readOn();
      });
      stream.on('end', () => {
        isHalfClosed = true;
        endWithLast();
      });
    },
  };
}

/** A message each gap, by due times: one that is late does not delay the next. */
function countDown(call: DemoCall, stream: ServerWritableStream<CountdownRequest, Count>): void {
  const gapMs = Math.min(stream.request.gapMs, longestGapMs);
  let left = Math.min(stream.request.count || usualCount, mostCount);
  let dueMs = performance.now();
  const sendDue = () => {
    while (call.isOpen) {
      call.sent();
      const hasRoom = stream.write({ left });
      if (--left === 0) {
        call.end();
        stream.end();
        return;
      }
      dueMs += gapMs;
      const waitMs = dueMs - performance.now() + jitterMs(call.knobs);
      if (!hasRoom) return void stream.once('drain', () => call.isOpen && call.later(waitMs, sendDue));
      if (waitMs >= 0.5) return call.later(waitMs, sendDue);
    }
  };
  sendDue();
}
