/** k6 with its WebSockets, whose load is a script that we write: each user has one, for the whole load. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { k6, readMetrics } from '../k6.ts';
import type { BenchLoad, Tool } from '../tool.ts';
import { sentMessage } from './sent-message.ts';

function script({ url, connections, seconds }: BenchLoad): string {
  return `import { WebSocket } from 'k6/websockets';
const message = ${JSON.stringify(sentMessage)};
export const options = { scenarios: { load: { executor: 'per-vu-iterations', vus: ${connections}, iterations: 1, maxDuration: '${seconds + 10}s' } } };
export default function () {
  const socket = new WebSocket(${JSON.stringify(url)});
  const endMs = Date.now() + ${seconds * 1000};
  socket.onopen = () => socket.send(message);
  socket.onmessage = () => (Date.now() < endMs ? socket.send(message) : socket.close());
}
export function handleSummary(data) { return { stdout: JSON.stringify(data.metrics) }; }
`;
}

export const k6Socket: Tool = {
  ...k6,
  speaks: 'websocket',
  call: (load) => {
    if (!load.webSocket) return null;
    const file = join(mkdtempSync(join(tmpdir(), 'plimsoll-bench-')), 'load.js');
    writeFileSync(file, script(load));
    return ['run', '--quiet', file];
  },
  read: (out, { seconds }) => ({
    perSecond: (readMetrics(out).ws_msgs_received?.values.count ?? 0) / seconds,
    p50Ms: null,
    p99Ms: null,
    p999Ms: null,
    failed: null,
  }),
};
