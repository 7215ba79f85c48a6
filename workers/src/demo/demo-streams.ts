/** Streams of the demo target's HTTP: their pace, what is counted of them, and when they end. */
import type { ServerResponse } from 'node:http';
import { delayMs, jitterMs, type StreamKnobs } from './demo-knobs.ts';

const mostOpen = 20_000;
const longestStreamMs = 3_600_000;
const sweepMs = 10_000;

/** Counted at the server. Times are in ms, from the head of the request to the first paced message. */
export interface StreamStats {
  begun: number;
  open: number;
  /** Messages that were written: events or lines, those that only begin and end a stream, too. */
  messages: number;
  /** Streams that a client took up again after an event it had. */
  resumed: number;
  readonly tokens: { input: number; output: number };
  readonly ends: { complete: number; cutOff: number; timedOut: number };
  readonly firstMs: { count: number; sum: number; least: number | null; most: number | null };
}

export function createStreamStats(): StreamStats {
  return {
    begun: 0,
    open: 0,
    messages: 0,
    resumed: 0,
    tokens: { input: 0, output: 0 },
    ends: { complete: 0, cutOff: 0, timedOut: 0 },
    firstMs: { count: 0, sum: 0, least: null, most: null },
  };
}

/** The messages of a stream, each as it goes over the wire. */
export interface StreamScript {
  readonly contentType: string;
  /** They go out with the head, before the first delay. */
  readonly before: readonly string[];
  /** Paced messages: the first after the delay, each other a gap after the one before it. */
  readonly count: number;
  message(nth: number): string;
  /** They go out with the last paced one. */
  readonly after: readonly string[];
  /** Tokens of the question, where each paced message is a token of the answer. */
  readonly inputTokens: number | null;
}

export interface DemoStreams {
  /** False: too many are open, and nothing was answered. `arrivedMs` is when the head of the request had come. */
  send(response: ServerResponse, script: StreamScript, knobs: StreamKnobs, arrivedMs: number): boolean;
  /** How many times slower than alone a batch makes one more stream now. */
  slowdown(capacity: number): number;
}

export function createDemoStreams(stats: StreamStats): DemoStreams {
  const began = new Map<ServerResponse, number>();
  const timedOut = new WeakSet<ServerResponse>();
  /** Open streams by capacity: those of one capacity are one batch. */
  const batches = new Map<number, number>();
  const inBatch = (capacity: number, more: number) => {
    const size = (batches.get(capacity) ?? 0) + more;
    if (size > 0) batches.set(capacity, size);
    else batches.delete(capacity);
  };
  const slowdown = (capacity: number) => (capacity === 0 ? 1 : Math.max(1, (batches.get(capacity) ?? 0) / capacity));
  const sweep = () => {
    const oldest = performance.now() - longestStreamMs;
    for (const [response, beganMs] of began) {
      if (beganMs >= oldest) continue;
      timedOut.add(response);
      response.destroy();
    }
  };
  setInterval(sweep, sweepMs).unref();

  const begin = (response: ServerResponse, capacity: number) => {
    stats.begun++;
    began.set(response, performance.now());
    stats.open = began.size;
    inBatch(capacity, 1);
    response.once('close', () => {
      began.delete(response);
      stats.open = began.size;
      inBatch(capacity, -1);
      stats.ends[timedOut.has(response) ? 'timedOut' : response.writableFinished ? 'complete' : 'cutOff']++;
    });
  };

  return {
    slowdown,
    send(response, script, knobs, arrivedMs) {
      if (began.size >= mostOpen) return false;
      begin(response, knobs.capacity);
      stats.tokens.input += script.inputTokens ?? 0;
      const pace = createPace(knobs, script.count, () => slowdown(knobs.capacity));
      writePaced(response, script, pace, {
        message: () => void stats.messages++,
        paced(nth) {
          if (nth === 0) countFirst(stats.firstMs, performance.now() - arrivedMs);
          if (script.inputTokens !== null) stats.tokens.output++;
        },
      });
      return true;
    },
  };
}

interface Counted {
  message(): void;
  paced(nth: number): void;
}

function writePaced(response: ServerResponse, script: StreamScript, pace: Pace, counted: Counted): void {
  let timer: NodeJS.Timeout | undefined;
  let nth = 0;
  const write = (text: string) => {
    counted.message();
    return response.write(text);
  };
  const later = (waitMs: number) => {
    timer = setTimeout(writeDue, waitMs);
  };
  const writeDue = () => {
    while (!response.destroyed) {
      counted.paced(nth);
      const hasRoom = write(script.message(nth));
      if (++nth >= script.count) {
        for (const text of script.after) write(text);
        return void response.end();
      }
      const waitMs = pace.next(nth);
      // Nothing is written for a client that does not read, and nothing is kept for it.
      if (!hasRoom) return void response.once('drain', () => later(waitMs));
      if (waitMs >= 0.5) return later(waitMs);
    }
  };
  response.once('close', () => clearTimeout(timer));
  response.writeHead(200, { 'content-type': script.contentType, 'cache-control': 'no-cache' });
  response.flushHeaders();
  for (const text of script.before) write(text);
  later(pace.next(0));
}

function countFirst(firstMs: StreamStats['firstMs'], tookMs: number): void {
  firstMs.count++;
  firstMs.sum += tookMs;
  firstMs.least = Math.min(firstMs.least ?? tookMs, tookMs);
  firstMs.most = Math.max(firstMs.most ?? tookMs, tookMs);
}

interface Pace {
  /** How long, from now, the nth message waits. */
  next(nth: number): number;
}

/** By due times: a message that is late does not delay the next. A stall stands in the middle of a stream. */
function createPace(knobs: StreamKnobs, count: number, slowdown: () => number): Pace {
  const stalledNth = Math.random() < knobs.stallRate ? Math.max(1, Math.floor(count / 2)) : null;
  let dueMs = performance.now();
  return {
    next(nth) {
      dueMs += (nth === 0 ? knobs.delayMs : knobs.gapMs) * slowdown();
      if (nth === stalledNth) dueMs += knobs.stallMs;
      return Math.max(0, dueMs + jitterMs(knobs) - performance.now());
    },
  };
}

/** How long a whole answer takes that is not streamed. */
export function wholeAnswerMs(knobs: StreamKnobs, count: number, slowdown: number): number {
  return (delayMs(knobs) + knobs.gapMs * Math.max(0, count - 1)) * slowdown;
}
