/** Loaded into each process of the soak before its own code: answers whoever started it what keeps its event loop alive. */
import type { Resources } from './resources.ts';

process.on('message', (message) => {
  if (message !== 'resources') return;
  const kinds = process.getActiveResourcesInfo();
  const timers = kinds.filter((kind) => kind === 'Timeout').length;
  const sockets = kinds.filter((kind) => /^(TCP|Pipe|TLS)/.test(kind)).length;
  process.send?.({ kind: 'resources', timers, sockets, heapMb: process.memoryUsage().heapUsed / 1e6 } satisfies Resources);
});
// Being asked keeps no process alive.
process.channel?.unref();
