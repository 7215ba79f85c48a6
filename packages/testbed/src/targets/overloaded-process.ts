/** The process of {@link file://./overloaded.ts}. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OverloadedLimits, OverloadedSecond } from './overloaded.ts';

const { workers, serviceMs, connections, shedFrom } = JSON.parse(process.argv[2] ?? '') as OverloadedLimits;
const capacity = (workers * 1000) / serviceMs;
const seconds = new Map<number, { -readonly [Key in keyof OverloadedSecond]: OverloadedSecond[Key] }>();
const waiting: ServerResponse[] = [];
/** Instants of the arrivals of the last second. */
const arrivals: number[] = [];
let serving = 0;
let open = 0;

function second() {
  const at = Math.floor(Date.now() / 1000);
  const known = seconds.get(at) ?? { at, arrived: 0, good: 0, shed: 0, connectionsDropped: 0, busy: 0 };
  seconds.set(at, known);
  return known;
}

function serve(): void {
  while (serving < workers) {
    const answer = waiting.shift();
    if (!answer) return;
    serving++;
    const begunMs = performance.now();
    setTimeout(() => {
      serving--;
      const now = second();
      // A timer is late on a busy machine: the worker is taken until then.
      now.busy += (performance.now() - begunMs) / 1000 / workers;
      now.good++;
      answer.end('{"ok":true}');
      serve();
    }, serviceMs);
  }
}

/** Has so much arrived in the last second, refused connections among it, that it sheds? Then all connections are let in. */
function isShedding(nowMs: number): boolean {
  while (arrivals.length > 0 && (arrivals[0] as number) < nowMs - 1000) arrivals.shift();
  return arrivals.length >= shedFrom;
}

/** Once it sheds, it lets in as many requests as it can serve. */
let allowance = 0;
let allowedAt = 0;
function isShed(nowMs: number): boolean {
  arrivals.push(nowMs);
  if (!isShedding(nowMs)) return false;
  allowance = Math.min(workers, allowance + ((nowMs - allowedAt) * capacity) / 1000);
  allowedAt = nowMs;
  if (allowance < 1) return true;
  allowance--;
  return false;
}

const server = createServer((request, response) => {
  request.resume().once('end', () => {
    const now = second();
    now.arrived++;
    if (isShed(performance.now())) {
      now.shed++;
      response.writeHead(503).end('busy');
      return;
    }
    waiting.push(response);
    serve();
  });
});
server.keepAliveTimeout = 60_000;
server.prependListener('connection', (socket) => {
  const nowMs = performance.now();
  if (open >= connections && !isShedding(nowMs)) {
    arrivals.push(nowMs);
    second().connectionsDropped++;
    socket.destroy();
    return;
  }
  open++;
  socket.once('close', () => open--);
});
process.on('message', () => process.send?.([...seconds.values()].sort((a, b) => a.at - b.at)));
process.on('disconnect', () => process.exit(0));
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => process.send?.((server.address() as AddressInfo).port));
