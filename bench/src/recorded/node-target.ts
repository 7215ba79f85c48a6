/** A Node server: each answer waits, or keeps its thread busy, for so long. Argument: {@link NodeTraits} and `port` as JSON. */
import cluster from 'node:cluster';
import { createServer } from 'node:http';
import type { NodeTraits } from './servers.ts';

const { port, processes, waitMs, busyMs } = JSON.parse(process.argv[2] ?? '{}') as NodeTraits & { port: number };

if (processes > 1 && cluster.isPrimary) {
  for (let n = 0; n < processes; n++) cluster.fork();
} else {
  createServer((request, response) => {
    request.resume().once('end', () => {
      const untilMs = performance.now() + busyMs;
      while (performance.now() < untilMs);
      if (waitMs > 0) setTimeout(() => response.end('hello, world\n'), waitMs);
      else response.end('hello, world\n');
    });
  }).listen({ port, host: '127.0.0.1', backlog: 4096 });
}
