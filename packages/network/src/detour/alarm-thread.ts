/** A thread that sleeps until a moment of the monotonic clock, to some µs, and says so: a timer of the event loop knows whole milliseconds only. */
import { parentPort, workerData } from 'node:worker_threads';

const { shared } = workerData as { readonly shared: SharedArrayBuffer };
/** Counts how often the moment was set. */
const changes = new Int32Array(shared, 0, 1);
/** In ns of `process.hrtime`; 0: none. */
const moment = new BigInt64Array(shared, 8, 1);

for (;;) {
  const seen = Atomics.load(changes, 0);
  const ns = Atomics.load(moment, 0);
  const leftMs = ns === 0n ? Number.POSITIVE_INFINITY : Number(ns - process.hrtime.bigint()) / 1e6;
  if (leftMs > 0) Atomics.wait(changes, 0, seen, leftMs);
  // Another may have been set meanwhile.
  else if (Atomics.compareExchange(moment, 0, ns, 0n) === ns) parentPort?.postMessage(null);
}
