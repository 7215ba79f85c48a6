/**
 * V8's settings for a process that makes nothing but this load. A closed load wants throughput, which V8 is tuned for. An open one
 * wants no pause: with a young generation as large as V8's own, each collection takes a millisecond in which nothing is sent; a small
 * one that stays in the processor's cache is collected ten times as often, in a tenth of the time (docs/benchmarks.md).
 */
import type { Plan } from '@plimsoll/contracts/plan';

const shortPauses = [
  // MB.
  '--max-semi-space-size=2',
  // Helpers would have to be woken each time, for too little work to share.
  '--no-parallel-scavenge',
  // A sixth of V8's own: hot code is compiled in the rehearsal rather than in the load.
  '--invocation-count-for-turbofan=500',
];

/** undici makes three errors for each connection that ends; their stack traces, which nobody reads, are a twelfth of what it costs. */
const noStackTraces = ['--stack-trace-limit=0'];

/** Command-line options of Node for the process of this plan's load. */
export function processFlags({ load, connection }: Plan): readonly string[] {
  return [...(load.model === 'open' ? shortPauses : []), ...(connection.client === 'undici' && !connection.keepAlive ? noStackTraces : [])];
}
