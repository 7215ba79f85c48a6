/**
 * Waits of one length, exact to some µs, beside busy loops too: a thread of its own sleeps for them. An event loop's timers know whole
 * milliseconds only, and one that turns all the while has used up its share of the processor when the wait is over.
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker, workerData } from 'node:worker_threads';

/** The clock that both threads read, in ms. */
const sharedMs = () => performance.timeOrigin + performance.now();

/** Calls back so many ms after each call, in order. */
export function createExactWait(waitMs: number): (then: () => void) => void {
  const added = new Int32Array(new SharedArrayBuffer(4));
  const { port1, port2 } = new MessageChannel();
  new Worker(new URL(import.meta.url), { workerData: { port: port2, added }, transferList: [port2] });
  const waiting: (() => void)[] = [];
  port1.on('message', () => waiting.shift()?.());
  return (then) => {
    waiting.push(then);
    port1.postMessage(sharedMs() + waitMs);
    Atomics.add(added, 0, 1);
    Atomics.notify(added, 0);
  };
}

function sleepForOthers({ port, added }: SleeperParts): void {
  const dueMs: number[] = [];
  for (;;) {
    const seen = Atomics.load(added, 0);
    for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) dueMs.push(next.message);
    for (let first = dueMs[0]; first !== undefined && first <= sharedMs(); first = dueMs[0]) {
      dueMs.shift();
      port.postMessage(null);
    }
    Atomics.wait(added, 0, seen, dueMs[0] === undefined ? Number.POSITIVE_INFINITY : Math.max(0, dueMs[0] - sharedMs()));
  }
}

interface SleeperParts {
  readonly port: MessagePort;
  readonly added: Int32Array;
}

if (workerData?.port) sleepForOthers(workerData as SleeperParts);
