/** The process of {@link file://./planted.ts}. */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createExactWait } from './exact-wait.ts';
import type { PlantedTarget } from './planted.ts';

const planted = JSON.parse(process.argv[2] ?? '') as PlantedTarget;
const bytes = 'bytes' in planted ? (planted.bytes ?? 2) : 2;
const good = Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${bytes}\r\n\r\n${'x'.repeat(bytes)}`);
const refusal = (status: string) => Buffer.from(`HTTP/1.1 ${status}\r\nContent-Length: 2\r\n\r\nno`);
const tooMany = refusal('429 Too Many Requests');
const shed = refusal('503 Service Unavailable');

type Answer = (text: Buffer) => void;
/** Every so-many-th request, spread evenly: the share is met exactly. */
function isPart(share: number): () => boolean {
  let due = 0;
  return () => {
    due += share;
    if (due < 1 - 1e-9) return false;
    due -= 1;
    return true;
  };
}

function behave(): (answer: Answer, socket: Socket) => void {
  const begunMs = performance.now();
  switch (planted.kind) {
    case 'fast':
      return (answer) => answer(good);
    case 'slow':
      return (answer) => setTimeout(answer, planted.delayMs, good);
    case 'exact': {
      const wait = createExactWait(planted.delayMs);
      return (answer) => wait(() => answer(good));
    }
    case 'shared': {
      let under = 0;
      return (answer) => {
        under++;
        setTimeout(() => {
          under--;
          answer(good);
        }, under * planted.msForEach);
      };
    }
    case 'pool':
      return servePool(planted.workers, planted.serviceMs, planted.mostWaiting ?? Number.POSITIVE_INFINITY);
    case 'core':
      return (answer) => {
        const end = performance.now() + planted.busyMs;
        while (performance.now() < end);
        answer(good);
      };
    case 'hanging': {
      const isLost = isPart(planted.share);
      return (answer) => {
        const isBegun = performance.now() - begunMs >= (planted.fromSecond ?? 0) * 1000;
        if (!isBegun || !isLost()) setTimeout(answer, 5, good);
      };
    }
    case 'resetting': {
      const isCut = isPart(planted.share);
      return (answer, socket) => {
        if (isCut()) socket.resetAndDestroy();
        else answer(good);
      };
    }
    case 'limited': {
      let left = 0;
      let atMs = performance.now();
      return (answer) => {
        const nowMs = performance.now();
        left = Math.min(planted.perSecond / 10, left + ((nowMs - atMs) * planted.perSecond) / 1000);
        atMs = nowMs;
        if (left < 1) return answer(tooMany);
        left--;
        answer(good);
      };
    }
    case 'line': {
      let freeAtMs = 0;
      return (answer) => {
        const nowMs = performance.now();
        freeAtMs = Math.max(freeAtMs, nowMs) + (good.length * 8000) / planted.bitsPerSecond;
        setTimeout(answer, freeAtMs - nowMs, good);
      };
    }
  }
}

function servePool(workers: number, serviceMs: number, mostWaiting: number): (answer: Answer) => void {
  const waiting: Answer[] = [];
  let serving = 0;
  const serve = (): void => {
    while (serving < workers) {
      const answer = waiting.shift();
      if (!answer) return;
      serving++;
      setTimeout(() => {
        serving--;
        answer(good);
        serve();
      }, serviceMs);
    }
  };
  return (answer) => {
    if (waiting.length >= mostWaiting) return answer(shed);
    waiting.push(answer);
    serve();
  };
}

const handle = behave();
const server = createServer({ noDelay: true }, (socket) => {
  const answer: Answer = (text) => {
    if (!socket.destroyed) socket.write(text);
  };
  socket.on('error', () => undefined);
  let text = '';
  socket.on('data', (piece) => {
    text += piece.toString('latin1');
    for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
      text = text.slice(end + 4);
      handle(answer, socket);
    }
  });
});
process.on('disconnect', () => process.exit(0));
server.listen({ port: 0, host: '127.0.0.1', backlog: 1024 }, () => process.send?.((server.address() as AddressInfo).port));
