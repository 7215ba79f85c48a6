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
    case 'model':
      return serveModel(planted);
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
  return queueFor(workers, mostWaiting, (answer, free) => {
    setTimeout(() => {
      free();
      answer(good);
    }, serviceMs);
  });
}

/** First come, first served, so many at once. */
function queueFor(slots: number, mostWaiting: number, serve: (answer: Answer, free: () => void) => void): (answer: Answer) => void {
  const waiting: Answer[] = [];
  let serving = 0;
  const next = (): void => {
    while (serving < slots) {
      const answer = waiting.shift();
      if (!answer) return;
      serving++;
      serve(answer, () => {
        serving--;
        next();
      });
    }
  };
  return (answer) => {
    if (waiting.length >= mostWaiting) return answer(shed);
    waiting.push(answer);
    next();
  };
}

/** Tokens leave by due times: a late timer makes no stream longer. */
function serveModel({
  slots,
  firstMs,
  gapMs,
  tokens,
  moreTokens = 0,
}: Extract<PlantedTarget, { kind: 'model' }>): (answer: Answer) => void {
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n';
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
  const token = chunk(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'sea ' } }] })}\n\n`);
  const end = `${chunk('data: [DONE]\n\n')}0\r\n\r\n`;
  return queueFor(slots, Number.POSITIVE_INFINITY, (answer, free) => {
    const begunMs = performance.now();
    const last = tokens - 1 + Math.floor(-moreTokens * Math.log(1 - Math.random()));
    const send = (nth: number): void => {
      const isLast = nth === last;
      if (isLast) free();
      answer(Buffer.from(`${nth === 0 ? head : ''}${token}${isLast ? end : ''}`));
      if (!isLast) wait(nth + 1);
    };
    const wait = (nth: number) => setTimeout(send, begunMs + firstMs + nth * gapMs - performance.now(), nth);
    wait(0);
  });
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
