/** The thread a {@link startGrpcWitness} server runs in. */
import { parentPort } from 'node:worker_threads';
import { startGrpcServer } from './grpc-server.ts';
import type { GrpcWitnessMessage, WitnessedCall } from './grpc-witness.ts';

const server = await startGrpcServer();
const wallMs = (atMs: number) => performance.timeOrigin + atMs;

function listCalls(): WitnessedCall[] {
  return server.calls.map(({ method, messages, sentMs }) => ({
    method,
    cameMs: messages.map(({ atMs }) => wallMs(atMs)),
    sentMs: sentMs.map(wallMs),
  }));
}

function block(forMs: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, forMs);
}

parentPort?.on('message', (message: GrpcWitnessMessage) => {
  if (message.kind === 'close') server.close();
  if (message.kind !== 'freeze') parentPort?.postMessage(listCalls());
  else setTimeout(() => block(message.forMs), message.inMs);
});
parentPort?.postMessage(server.address);
