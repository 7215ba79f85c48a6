/**
 * V8's and glibc's settings for a process that makes nothing but this load. A closed load needs throughput, which V8's defaults are made
 * for. An open load needs short pauses: with V8's default young generation each collection takes a millisecond in which nothing is sent.
 * One of 8 MB is collected in a fifth of that (docs/benchmarks.md).
 */
import { sendingClient } from '@plimsoll/contracts/connection';
import type { Plan } from '@plimsoll/contracts/plan';

const shortPauses = [
  // In MB.
  '--max-semi-space-size=8',
  // From the start: it would grow only when much survives.
  '--min-semi-space-size=8',
  // There is too little work to be worth waking helper threads each time.
  '--no-parallel-scavenge',
  // In MB. The JIT warm-up fills what V8 would begin with, and the whole heap was collected in the first 100 ms of the load.
  '--initial-old-space-size=128',
  // For the young generation, before the load.
  '--expose-gc',
];

/** Hostile answers fill V8's default with 240 MB before they are collected. */
const boundedGarbage = ['--max-semi-space-size=16'];

/** A sixth of V8's default: hot code is compiled in the JIT warm-up and not in the load. */
const compiledEarly = ['--invocation-count-for-turbofan=500'];

/** undici makes three errors for each connection that ends. Nobody reads their stack traces, which are a twelfth of its cost. */
const noStackTraces = ['--stack-trace-limit=0'];

/**
 * Variables of the same process. glibc's own threshold, said: else it grows with the first big block that is freed, and what hostile answers
 * filled stays with the process (160 to 230 MB on a fast machine, and 120 so).
 */
export const processEnvironment = { MALLOC_TRIM_THRESHOLD_: '131072' } as const;

/** Command-line options of Node for the process that makes the loads of these plans: all that any of them wants. */
export function processFlags(...plans: readonly Plan[]): readonly string[] {
  const memory = plans.some(({ load }) => load.model === 'open') ? shortPauses : boundedGarbage;
  return [...new Set([...memory, ...plans.flatMap(jitFlags)])];
}

function jitFlags({ load, connection }: Plan): readonly string[] {
  const reconnects = !connection.keepAlive;
  const undici = sendingClient(connection) === 'undici';
  return [
    // In its JIT warm-up such a load makes fewer connections than V8 wants calls by default.
    ...(load.model === 'open' || (reconnects && !undici) ? compiledEarly : []),
    ...(reconnects && undici ? noStackTraces : []),
  ];
}
