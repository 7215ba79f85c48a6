/** k6 with its gRPC client, whose load is a script that we write. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { k6, readMetrics, scenarioOf } from '../k6.ts';
import type { BenchLoad, Tool } from '../tool.ts';
import { type GrpcMethod, proto } from './grpc-method.ts';

/** The loop of a virtual user. */
function iteration({ call, message, messagesPerStream }: GrpcMethod): string {
  const text = JSON.stringify(message);
  if (messagesPerStream === null)
    return `if (client.invoke(${JSON.stringify(call)}, ${text}, { discardResponseMessage: true }).status !== grpc.StatusOK) failed.add(1);`;
  return `const stream = new grpc.Stream(client, ${JSON.stringify(call)});
  stream.on('error', () => failed.add(1));
  for (let i = 0; i < ${messagesPerStream}; i++) stream.write(${text});
  stream.end();`;
}

/** Each user of k6 has a connection of its own. */
function script(load: BenchLoad, grpc: GrpcMethod): string {
  const address = JSON.stringify(new URL(load.url).host);
  return `import grpc from 'k6/net/grpc';
import { Counter } from 'k6/metrics';
const failed = new Counter('failed');
const client = new grpc.Client();
client.load([${JSON.stringify(proto.folder)}], ${JSON.stringify(proto.name)});
export const options = ${JSON.stringify({ scenarios: { load: scenarioOf(load) }, summaryTrendStats: ['p(50)', 'p(99)', 'p(99.9)'] })};
let connected = false;
export default function () {
  if (!connected) client.connect(${address}, { plaintext: true });
  connected = true;
  ${iteration(grpc)}
}
export function handleSummary(data) { return { stdout: JSON.stringify(data.metrics) }; }
`;
}

export const k6Grpc: Tool = {
  ...k6,
  speaks: 'grpc',
  call: (load) => {
    if (!load.grpc) return null;
    const file = join(mkdtempSync(join(tmpdir(), 'plimsoll-bench-')), 'load.js');
    writeFileSync(file, script(load, load.grpc));
    return ['run', '--quiet', file];
  },
  read: (out, { grpc }) => {
    const metrics = readMetrics(out);
    // It times no streams: an iteration is one.
    const times = (grpc?.messagesPerStream === null ? metrics.grpc_req_duration : metrics.iteration_duration)?.values ?? {};
    return {
      perSecond: metrics.iterations?.values.rate ?? 0,
      p50Ms: times['p(50)'] ?? null,
      p99Ms: times['p(99)'] ?? null,
      p999Ms: times['p(99.9)'] ?? null,
      failed: metrics.failed?.values.count ?? 0,
    };
  },
};
