/** One request of a plan over HTTP/2, one gRPC call, and one WebSocket: sent before any load, as their runs would. */
import { createServer as createHttpServer } from 'node:http';
import {
  createServer as createHttp2Server,
  createSecureServer as createSecureHttp2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type IncomingHttpHeaders,
} from 'node:http2';
import { createServer as createTlsServer } from 'node:https';
import { createServer } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { authority, server as certified } from '@plimsoll/testbed/certificates';
import { echoProto, startGrpcServer } from '@plimsoll/testbed/targets/grpc-server';
import { startWebSocketWitness } from '@plimsoll/testbed/targets/websocket-witness';
import { describe, expect, it } from 'vitest';
import { problemIn } from '../support/asking.ts';
import { useApi } from '../support/scene.ts';
import { planOf, useSendingOne } from '../support/sending-one.ts';
import { planInput } from '../support/stored-runs.ts';

const { boss } = useApi();
const { send, listening, answerOf } = useSendingOne(boss);

describe('over HTTP/2', () => {
  const http2 = { connection: { protocol: 'http2' } } as const;
  type Seen = { readonly headers: IncomingHttpHeaders; readonly body: string };
  const seen: Seen[] = [];
  const answer = async (request: Http2ServerRequest, response: Http2ServerResponse) => {
    seen.push({ headers: request.headers, body: await textOf(request) });
    response.writeHead(201, { location: '/there' }).end('made '.repeat(1000));
  };

  it('one request is sent by prior knowledge, and its answer is told', async () => {
    const url = `http://127.0.0.1:${await listening(createHttp2Server(answer))}/orders`;
    const told = await answerOf(planOf(url, { method: 'POST', headers: { 'X-Seq': '{{seq}}' }, body: 'hello' }, http2));
    expect(seen.at(-1)).toMatchObject({
      body: 'hello',
      headers: { ':method': 'POST', ':path': '/orders', ':authority': new URL(url).host, 'x-seq': '0', 'x-load-test-run': 'send-one' },
    });
    expect(told).toMatchObject({
      protocol: 'http2',
      status: 201,
      grpc: null,
      keepAlive: true,
      bytes: 5000,
      whole: true,
      location: '/there',
    });
    expect(told.body).toMatchObject({ cut: true });
    expect(told.body?.text).toHaveLength(2048);
    expect(told.timings.wholeUs).toBeGreaterThanOrEqual(told.timings.firstByteUs);
  });

  it('it is agreed upon in the handshake, and `auto` takes what the target chooses', async () => {
    const secure = { cert: certified.certificate, key: certified.key };
    const both = `https://127.0.0.1:${await listening(createSecureHttp2Server({ ...secure, allowHTTP1: true }, answer))}/`;
    const old = `https://127.0.0.1:${await listening(createTlsServer(secure, (_request, response) => response.end('old')))}/`;
    const asked = async (url: string, protocol: 'http2' | 'auto') =>
      (await send(planOf(url, {}, { connection: { protocol, tls: { ca: authority } } }))).body;
    expect(await asked(both, 'http2')).toMatchObject({ answer: { protocol: 'http2', status: 201, tls: { trusted: true } } });
    expect(await asked(both, 'auto')).toMatchObject({ answer: { protocol: 'http2' } });
    expect(await asked(old, 'auto')).toMatchObject({ answer: { protocol: 'http1', body: { text: 'old' } } });
    expect(await asked(old, 'http2')).toMatchObject({ answer: null, failure: expect.stringMatching(/HTTP\/2/) });
  });

  it('a server that does not speak it, or says nothing, is told in words', async () => {
    const old = `http://127.0.0.1:${await listening(createHttpServer((_request, response) => response.end()))}/`;
    expect((await send(planOf(old, {}, http2))).body.failure).toMatch(/HTTP\/2|closed/);
    const silent = await listening(createServer());
    expect((await send(planOf(`http://127.0.0.1:${silent}/`, {}, { ...http2, timeout: '1s' }))).body.failure).toBe('No answer within 1 s.');
    // Endless bytes are no answer, and end.
    const endless = await listening(createServer((socket) => void socket.on('error', () => undefined).write('x'.repeat(300_000))));
    expect((await send(planOf(`http://127.0.0.1:${endless}/`, {}, { ...http2, timeout: '2s' }))).body).toMatchObject({
      answer: null,
      failure: expect.stringMatching(/HTTP\/2|closed|within 2 s|head of the answer/),
    });
    const stuck = await listening(
      createHttp2Server((_request, response) => {
        response.writeHead(200);
        response.write('begun');
      }),
    );
    const begun = await answerOf(planOf(`http://127.0.0.1:${stuck}/`, {}, { ...http2, timeout: '1s' }));
    expect(begun).toMatchObject({ status: 200, whole: false, body: { text: 'begun', cut: true } });
  });
});

describe('a gRPC call', () => {
  const callOf = (address: string, grpc: object) =>
    planInput({
      connection: { protocol: 'grpc' },
      target: { url: `grpc://${address}`, grpc: { call: 'test.Echo/Unary', proto: [{ name: 'echo.proto', text: echoProto }], ...grpc } },
    });

  it('is made once, with its first message, and answered as JSON', async () => {
    const server = await startGrpcServer({ reflection: 'v1' });
    const messages = [{ text: 'one {{seq}}' }, { text: 'two' }];
    const told = await answerOf(callOf(server.address, { messages, gzip: true, metadata: { 'x-tenant': 'a{{seq}}' } }));
    expect(server.calls.map(({ method, messages: came }) => [method, came.length])).toEqual([['Unary', 1]]);
    expect(server.calls[0]?.metadata.get('x-tenant')).toEqual(['a0']);
    expect(told).toMatchObject({ protocol: 'grpc', status: 200, grpc: { status: 'OK' }, body: { text: '{"text":"one 0"}', cut: false } });

    const reflected = { proto: null, reflection: true, message: { text: 'asked' } };
    expect((await answerOf(callOf(server.address, reflected))).body?.text).toBe('{"text":"asked"}');
    const counted = await answerOf(
      callOf(server.address, { call: 'test.Echo/Countdown', message: { text: 'n' }, metadata: { 'x-count': '3' } }),
    );
    expect(counted.body?.text.split('\n')).toHaveLength(3);
    server.close();
  });

  it('that fails says its status, and one that cannot be made says where', async () => {
    const server = await startGrpcServer();
    const failing = { message: { text: 'x' }, metadata: { 'x-status': '5', authorization: 'Bearer canary-9b' } };
    const told = await answerOf(callOf(server.address, failing));
    expect(told).toMatchObject({ grpc: { status: 'NOT_FOUND', message: 'as asked for' }, body: null, noBody: 'empty' });
    const wrong = await send(callOf(server.address, { message: { text: 1 } }));
    expect(problemIn(wrong)).toMatchObject({ status: 400, field: '/plan/target/grpc/message/text' });
    const silent = await send(callOf(server.address, { proto: null, reflection: true }));
    expect(silent.body).toMatchObject({ answer: null, failure: expect.stringMatching(/reflection/i) });
    server.close();
    const refused = (await send(callOf(server.address, { message: {} }))).body;
    expect(refused).toMatchObject({ answer: null, failure: expect.stringContaining('was refused') });
  });
});

it('a WebSocket is opened as its plan would open it, sends its first messages, and shows what is answered', async () => {
  const server = await startWebSocketWitness({ tls: true });
  const socketOf = (path: string, websocket: object = {}) =>
    planInput({
      connection: { protocol: 'websocket', tls: { ca: authority } },
      target: { url: server.url(path), headers: { cookie: 'id={{seq}}' }, websocket: { messages: ['hello'], ...websocket } },
    });
  const told = await answerOf(
    socketOf('/login', { subprotocols: ['chat.v2'], firstMessage: 'let me in', messages: ['hello {{messageSeq}}'] }),
  );
  expect(told).toMatchObject({
    protocol: 'websocket',
    status: 101,
    tls: { trusted: true },
    whole: true,
    body: { text: 'welcome\nhello 0' },
  });
  const [seen] = await server.log();
  expect(seen).toMatchObject({ path: '/login', cookie: 'id=0', subprotocol: 'chat.v2', texts: ['let me in', 'hello 0'], closeCode: 1000 });
  // The first message is a secret, also where the target sends it back.
  const echoed = await answerOf(socketOf('/echo', { firstMessage: 'open sesame' }));
  expect(echoed.body?.text).toBe('•••\nhello');
  const heard = await answerOf(socketOf('/feed?everyMs=20', { messages: null, closeAfter: '5s' }));
  expect(heard.body?.text).toMatch(/^\{"at":\d+,"n":\d+\}$/);
  const silent = await answerOf(socketOf('/echo', { messages: null, closeAfter: '5s' }));
  expect(silent).toMatchObject({ status: 101, whole: false, body: null, noBody: 'noMessage' });
  expect(await answerOf(socketOf('/refuse?status=403'))).toMatchObject({ protocol: 'http1', status: 403, body: { text: 'no entry\n' } });
  await server.close();
});
