/** The demo target's HTTP: each answer, whole or streamed, as the query of its URL says. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoStreamPaths } from '@plimsoll/contracts/system';
import { createTurnstile, delayMs, readStreamKnobs, type StreamKnobs } from './demo-knobs.ts';
import { createDemoStreams, type StreamStats, wholeAnswerMs } from './demo-streams.ts';
import { eventScript, lineScript } from './event-scripts.ts';
import { anthropicShape, type ModelShape, openaiShape, readQuestion, responsesShape } from './model-scripts.ts';

const mostBodyBytes = 1_048_576;

export interface HttpStats {
  requests: number;
  readonly statuses: Record<string, number>;
  readonly streams: StreamStats;
}

interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly arrivedMs: number;
}

const modelShapes: Readonly<Record<string, ModelShape>> = {
  [demoStreamPaths.openai]: openaiShape,
  [demoStreamPaths.anthropic]: anthropicShape,
  [demoStreamPaths.responses]: responsesShape,
};

/** It does not listen: connections are handed to it. `/stats` answers with what `allStats` gives, and is not counted. */
export function createHttpDemo(stats: HttpStats, allStats: object): Server {
  const queueMs = createTurnstile();
  const streams = createDemoStreams(stats.streams);
  const count = (status: number) => {
    stats.statuses[status] = (stats.statuses[status] ?? 0) + 1;
  };
  const answer = (response: ServerResponse, status: number, body: unknown) => {
    count(status);
    send(response, status, `${JSON.stringify(body)}\n`);
  };

  const hello = async ({ response }: Asked, knobs: StreamKnobs) => {
    const queued = queueMs(knobs.capacity);
    if (queued === null) return answer(response, 503, { error: 'over capacity' });
    await wait(queued + delayMs(knobs));
    if (response.destroyed) return;
    if (Math.random() < knobs.errorRate) return answer(response, 500, { error: 'one of the errors asked for' });
    answer(response, 200, { hello: 'from the demo target' });
  };

  const stream = ({ request, response, arrivedMs }: Asked, knobs: StreamKnobs, path: string) => {
    const lastId = Number(request.headers['last-event-id'] ?? Number.NaN);
    const isResumed = path === demoStreamPaths.sse && Number.isSafeInteger(lastId);
    if (Math.random() < knobs.errorRate) return answer(response, 500, { error: 'one of the errors asked for' });
    const script = path === demoStreamPaths.sse ? eventScript(knobs, isResumed ? lastId : 0) : lineScript(knobs);
    if (!streams.send(response, script, knobs, arrivedMs)) return answer(response, 503, { error: 'too many streams at once' });
    if (isResumed) stats.streams.resumed++;
    count(200);
  };

  const askModel = async ({ request, response, arrivedMs }: Asked, knobs: StreamKnobs, shape: ModelShape) => {
    const body = await readBody(request);
    if (response.destroyed) return;
    if (body === null) return answer(response, 413, shape.error('the demo target reads 1 MiB at most'));
    const question = request.method === 'POST' ? readQuestion(body, knobs, shape) : null;
    if (!question) return answer(response, 400, shape.error(`POST a JSON object with ${shape.asksIn}`));
    if (Math.random() < knobs.errorRate) return answer(response, 500, shape.error('one of the errors asked for'));
    const id = `demo${stats.requests}`;
    if (!question.isStreamed) {
      await wait(wholeAnswerMs(knobs, question.outputTokens, streams.slowdown(knobs.capacity)));
      if (!response.destroyed) answer(response, 200, shape.whole(question, id));
      return;
    }
    if (streams.send(response, shape.script(question, id), knobs, arrivedMs)) count(200);
    else answer(response, 503, shape.error('too many streams at once'));
  };

  const serve = (asked: Asked): unknown => {
    const { request, response, url } = asked;
    const path = url.pathname;
    const shape = modelShapes[path];
    if (!shape) request.resume();
    if (path === '/stats') return send(response, 200, JSON.stringify(allStats));
    stats.requests += 1;
    const knobs = readStreamKnobs((knob) => url.searchParams.get(knob));
    if (shape) return askModel(asked, knobs, shape);
    if (path === demoStreamPaths.sse || path === demoStreamPaths.ndjson) return stream(asked, knobs, path);
    return hello(asked, knobs);
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://demo');
    void serve({ request, response, url, arrivedMs: performance.now() });
  });
  server.keepAliveTimeout = 65_000;
  return server;
}

async function wait(waitMs: number): Promise<void> {
  if (waitMs >= 0.5) await sleep(waitMs);
}

/** Null: it is too long. What came of one that breaks off is told nobody, since its answer is gone, too. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of request) {
      bytes += piece.length;
      if (bytes <= mostBodyBytes) pieces.push(piece);
    }
  } catch {
    return '';
  }
  return bytes > mostBodyBytes ? null : Buffer.concat(pieces).toString();
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text);
}
