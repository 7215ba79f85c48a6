/**
 * A target that keeps a log: 5 ms, every hundredth request 200 ms, and one freeze of the whole process. Arguments: port,
 * freeze after ms (counted from the first request), freeze for ms. On SIGTERM it prints its {@link TruthLog} as JSON.
 */
import { createServer } from 'node:http';
import type { TruthLog } from './truth.ts';

const [port = 0, freezeAfterMs = 0, freezeForMs = 0] = process.argv.slice(2).map(Number);
const readMs: number[] = [];
const answeredMs: number[] = [];
let frozenMs: [from: number, until: number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];

function freeze(): void {
  const fromMs = performance.now();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, freezeForMs);
  frozenMs = [fromMs, performance.now()];
}

const server = createServer((_request, response) => {
  const index = readMs.push(performance.now()) - 1;
  if (index === 0 && freezeForMs > 0) setTimeout(freeze, freezeAfterMs);
  const answer = () => {
    response.end('hello, world\n');
    answeredMs[index] = performance.now();
  };
  setTimeout(answer, (index + 1) % 100 === 0 ? 200 : 5);
});
server.keepAliveTimeout = 600_000;
server.listen({ port, host: '127.0.0.1', backlog: 4096 }, () => process.stdout.write('ready\n'));
process.on('SIGTERM', () => {
  const [firstMs = 0] = readMs;
  const log: TruthLog = {
    requests: readMs.flatMap((ms, index) => {
      const answered = answeredMs[index];
      return answered === undefined ? [] : [[ms - firstMs, answered - firstMs] as const];
    }),
    frozenMs: [frozenMs[0] - firstMs, frozenMs[1] - firstMs],
  };
  process.stdout.write(JSON.stringify(log), () => process.exit());
});
