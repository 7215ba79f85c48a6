/** The process of {@link file://./event-source.ts}. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  createServer as createHttp2,
  createSecureServer as createHttp2Tls,
  type Http2ServerRequest,
  type Http2ServerResponse,
  constants as http2Constants,
} from 'node:http2';
import { createServer as createTls } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { createBrotliCompress, createDeflate, createGzip, createZstdCompress } from 'node:zlib';
import { server as certified } from '../certificates.ts';
import type { EventLog, EventScript } from './event-source.ts';

type Response = ServerResponse | Http2ServerResponse;
type Growing<T> = { -readonly [Key in keyof T]: T[Key] extends readonly (infer One)[] ? One[] : T[Key] };

const nowUs = () => Number(process.hrtime.bigint() / 1000n);
const emptyLog = (): Growing<EventLog> => ({ requests: 0, written: 0, firstsUs: [], gapsUs: [], spansUs: [], lastIds: [] });
let log = emptyLog();

function readScript(url: string): Required<EventScript> {
  const query = new URL(url, 'http://localhost').searchParams;
  const number = (name: keyof EventScript, unsaid: number) => Number(query.get(name) ?? unsaid);
  return {
    form: (query.get('form') ?? 'sse') as Required<EventScript>['form'],
    events: number('events', 3),
    first: number('first', 0),
    gap: number('gap', 0),
    stallAt: number('stallAt', -1),
    stall: number('stall', 0),
    bytes: number('bytes', 20),
    batch: number('batch', 1),
    pieces: number('pieces', 1),
    pack: (query.get('pack') ?? 'none') as Required<EventScript>['pack'],
    end: (query.get('end') ?? 'whole') as Required<EventScript>['end'],
    usage: query.get('usage') === 'true',
    errorAt: number('errorAt', -1),
  };
}

const packers = { gzip: createGzip, deflate: createDeflate, br: createBrotliCompress, zstd: createZstdCompress } as const;

interface Shape {
  /** Messages before the first, the nth, and those at the end. */
  readonly begin: readonly string[];
  content(nth: number): string;
  readonly error: string;
  readonly end: readonly string[];
}

function shapeOf({ form, bytes, events, usage }: Required<EventScript>, firstNumber: number): Shape {
  const text = 'x'.repeat(bytes);
  const sse = (value: object | string) => `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`;
  if (form === 'openai') {
    const chunk = (delta: object) => sse({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: null }] });
    const counted = { id: 'c', choices: [], usage: { prompt_tokens: 11, completion_tokens: events, total_tokens: 11 + events } };
    return {
      begin: [chunk({ role: 'assistant', content: '' })],
      content: () => chunk({ content: text }),
      error: sse({ error: { message: 'the model is gone', type: 'server_error' } }),
      end: [...(usage ? [sse(counted)] : []), sse('[DONE]')],
    };
  }
  const event = (value: { readonly type: string }) => `event: ${value.type}\n${sse(value)}`;
  if (form === 'responses') {
    const part = { type: 'output_text', text: text.repeat(events) };
    const response = { id: 'r', object: 'response', output: [{ type: 'message', content: [part] }] };
    const counted = { input_tokens: 11, output_tokens: events, total_tokens: 11 + events };
    return {
      begin: [event({ type: 'response.created', response: { ...response, output: [], usage: null, error: null } } as never)],
      content: () => event({ type: 'response.output_text.delta', item_id: 'm', delta: text } as never),
      error: event({ type: 'error', code: 'server_error', message: 'the model is gone' } as never),
      end: [
        event({ type: 'response.output_text.done', item_id: 'm', text: part.text } as never),
        event({ type: 'response.completed', response: { ...response, ...(usage && { usage: counted }) } } as never),
      ],
    };
  }
  if (form === 'anthropic') {
    const delta = { type: 'text_delta', text };
    return {
      begin: [
        event({ type: 'message_start', message: { content: [], usage: { input_tokens: 11, output_tokens: 1 } } } as never),
        event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } } as never),
      ],
      content: () => event({ type: 'content_block_delta', index: 0, delta } as never),
      error: event({ type: 'error', error: { type: 'overloaded_error', message: 'the model is gone' } } as never),
      end: [
        event({ type: 'content_block_stop', index: 0 } as never),
        event({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: events } } as never),
        event({ type: 'message_stop' }),
      ],
    };
  }
  const plain = (nth: number) => JSON.stringify({ n: firstNumber + nth, text });
  return {
    begin: [],
    content: (nth) => (form === 'ndjson' ? `${plain(nth)}\n` : `id: ${firstNumber + nth}\n${sse(plain(nth))}`),
    error: '',
    end: [],
  };
}

function answer(request: IncomingMessage | Http2ServerRequest, response: Response): void {
  const cameUs = nowUs();
  const lastId = String(request.headers['last-event-id'] ?? '');
  log.requests++;
  log.lastIds.push(lastId);
  const script = readScript(request.url ?? '');
  const { form, events, first, gap, stallAt, stall, batch, pieces, end, errorAt, pack } = script;
  const shape = shapeOf(script, lastId === '' ? 0 : Number(lastId) + 1);
  // Both have the same methods, which TypeScript cannot call on a union.
  const out = response as ServerResponse;
  out.writeHead(200, {
    'content-type': form === 'ndjson' ? 'application/x-ndjson' : 'text/event-stream',
    'cache-control': 'no-store',
    ...(pack === 'none' ? {} : { 'content-encoding': pack }),
  });
  const packer = pack === 'none' ? null : packers[pack]();
  packer?.on('data', (bytes: Buffer) => over || out.write(bytes));
  out.on('error', () => undefined);
  let [over, firstUs, lastUs] = [false, 0, 0];
  out.on('close', () => {
    over = true;
    if (lastUs > firstUs) log.spansUs.push(lastUs - firstUs);
  });
  const write = (texts: readonly string[], done: () => void = () => undefined) => {
    log.written += texts.length;
    const bytes = Buffer.from(texts.join(''));
    if (packer && texts.length > 0) {
      packer.write(bytes);
      packer.flush(() => over || done());
      return;
    }
    const size = Math.ceil(bytes.length / pieces);
    const next = (at: number) => {
      if (over) return;
      out.write(bytes.subarray(at, at + size));
      if (at + size < bytes.length) setImmediate(next, at + size);
      else done();
    };
    if (texts.length > 0) next(0);
    else done();
  };
  const finish = () => {
    if (end === 'open') return;
    if (end === 'cut') {
      // In the middle of a message, once all that was written is on its way.
      out.write('data: half', () =>
        'stream' in response ? response.stream.close(http2Constants.NGHTTP2_INTERNAL_ERROR) : response.socket?.destroy(),
      );
      return;
    }
    write(end === 'undone' ? [] : shape.end, () => {
      if (!packer) out.end();
      else packer.once('end', () => out.end()).end();
    });
  };
  const send = (nth: number) => {
    if (over) return;
    if (errorAt === nth) write([shape.error]);
    const texts = Array.from({ length: Math.min(batch, events - nth) }, (_, more) => shape.content(nth + more));
    const atUs = nowUs();
    if (nth === 0) {
      firstUs = atUs;
      log.firstsUs.push(atUs - cameUs);
    } else log.gapsUs.push(atUs - lastUs);
    lastUs = atUs;
    write(texts, () => {
      const next = nth + texts.length;
      if (next >= events) finish();
      else later(() => send(next), gap + (next === stallAt ? stall : 0));
    });
  };
  write(shape.begin, () => (events > 0 ? later(() => send(0), first) : finish()));
}

function later(deed: () => void, ms: number): void {
  if (ms > 0) setTimeout(deed, ms);
  else setImmediate(deed);
}

const http1 = createServer({ keepAliveTimeout: 60_000 }, answer);
const http2 = createHttp2({ settings: { maxConcurrentStreams: 1000 } }, answer);
const certificate = { cert: certified.certificate, key: certified.key };
const http1Tls = createTls({ ...certificate, keepAliveTimeout: 60_000 }, answer);
const http2Tls = createHttp2Tls({ ...certificate, settings: { maxConcurrentStreams: 1000 } }, answer);
for (const server of [http2, http2Tls]) server.on('sessionError', () => undefined);
process.on('message', () => {
  process.send?.(log);
  log = emptyLog();
});
process.on('disconnect', () => process.exit(0));
const listen = (server: Server) =>
  new Promise<number>((resolve) =>
    server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => resolve((server.address() as AddressInfo).port)),
  );
process.send?.({
  http1: await listen(http1),
  http2: await listen(http2),
  http1Tls: await listen(http1Tls),
  http2Tls: await listen(http2Tls),
});
