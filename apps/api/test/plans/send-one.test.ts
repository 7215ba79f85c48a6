/** One request of a plan, sent before any load: what it sends, what people see of the answer, and what it must not do. */
import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { api } from '@plimsoll/contracts/paths';
import { holdLoad, releaseLoad } from '@plimsoll/store/load-hold';
import { authority, server as certified } from '@plimsoll/testbed/certificates';
import { type Hostility, startHostile } from '@plimsoll/testbed/targets/hostile';
import { describe, expect, it } from 'vitest';
import { problemIn } from '../support/asking.ts';
import { findTeamId, findUserId, makeToken, member, otherTeam } from '../support/people.ts';
import { useApi } from '../support/scene.ts';
import { planOf, useSendingOne } from '../support/sending-one.ts';
import { launch } from '../support/stored-runs.ts';

const { test, boss } = useApi({ targets: { mode: 'allowlist', allowed: ['loopback', '*.listed.example'], ownPorts: [4300] } });
const { send, listening, answerOf } = useSendingOne(boss);
const answering = async (listener: RequestListener) => `http://127.0.0.1:${await listening(createHttpServer(listener))}`;

describe('one request', () => {
  it('is sent once, as the plan writes it, and its answer is told', async () => {
    const seen: { method: string | undefined; url: string | undefined; headers: IncomingMessage['headers']; body: string }[] = [];
    const url = await answering(async (request, response) => {
      seen.push({ method: request.method, url: request.url, headers: request.headers, body: await textOf(request) });
      setTimeout(() => response.writeHead(201).end('made'), 30);
    });
    const data = { format: 'csv', text: 'user\nann\nbob\n' } as const;
    const target = {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain', 'X-Seq': '{{seq}}' },
      auth: { basic: { username: 'me', password: 'hunter22' } },
      body: 'hello {{row.user}}',
    };
    const answer = await answerOf(planOf(`${url}/orders/{{row.user}}?a=1`, target, { data }));
    expect(seen).toHaveLength(1);
    const { body: log } = await boss<{ items: object[] }>('GET', `${api.audit}?limit=1`);
    expect(log.items).toMatchObject([{ action: 'run.probe', details: { to: new URL(url).host } }]);
    expect(JSON.stringify(log)).not.toContain('hunter22');
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: '/orders/ann?a=1',
      body: 'hello ann',
      headers: {
        host: new URL(url).host,
        'x-seq': '0',
        'content-length': '9',
        connection: 'keep-alive',
        'x-load-test-run': 'send-one',
        authorization: `Basic ${Buffer.from('me:hunter22').toString('base64')}`,
      },
    });
    expect(seen[0]?.headers['user-agent']).toMatch(/^Plimsoll\//);
    expect(answer).toMatchObject({ status: 201, bytes: 4, whole: true, keepAlive: true, tls: null, body: { text: 'made', cut: false } });
    const { dnsUs, connectUs, tlsUs, firstByteUs, wholeUs } = answer.timings;
    expect([dnsUs, tlsUs]).toEqual([null, null]);
    expect(firstByteUs).toBeGreaterThan(25_000);
    expect(wholeUs).toBeGreaterThanOrEqual(firstByteUs + connectUs);
  });

  it('tells whether the target keeps connections, and that of a long body only 2 kB are shown', async () => {
    const url = await answering((_request, response) => response.writeHead(200, { connection: 'close' }).end('é'.repeat(3000)));
    const answer = await answerOf(planOf(url));
    expect(answer).toMatchObject({ keepAlive: false, bytes: 6000, whole: true, body: { cut: true } });
    expect(answer.body?.text).toBe('é'.repeat(1024));
  });

  it('shows the first messages of a stream that has no end', async () => {
    const url = await answering((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: first\n\n');
      setTimeout(() => response.write('data: second\n\n'), 100);
    });
    const startedMs = performance.now();
    const answer = await answerOf(planOf(url, { stream: 'sse' }));
    expect(performance.now() - startedMs).toBeLessThan(8000);
    expect(answer).toMatchObject({ status: 200, whole: false, body: { text: 'data: first\n\ndata: second\n\n', cut: true } });
  });

  it('shows no body that people cannot read', async () => {
    const url = await answering((request, response) => {
      if (request.url === '/empty') response.writeHead(204).end();
      else if (request.url === '/packed') response.writeHead(200, { 'content-encoding': 'gzip' }).end('not for eyes');
      else response.end(Buffer.from([1, 0, 2]));
    });
    for (const [path, noBody] of [
      ['/empty', 'empty'],
      ['/packed', 'packed'],
      ['/binary', 'binary'],
    ])
      expect(await answerOf(planOf(url + path))).toMatchObject({ body: null, noBody });
  });

  it('does not follow a redirect, wherever it leads', async () => {
    let followed = 0;
    const inside = await listening(createServer(() => followed++));
    for (const to of ['http://169.254.169.254/latest/meta-data', `http://127.0.0.1:${inside}/`]) {
      const url = await answering((_request, response) => response.writeHead(302, { location: to }).end());
      expect(await answerOf(planOf(url))).toMatchObject({ status: 302, location: to });
    }
    expect(followed).toBe(0);
  });

  it('shows the certificate, and says why one is refused', async () => {
    const tlsServer = createTlsServer({ cert: certified.certificate, key: certified.key }, (_request, response) => response.end('safe'));
    const url = `https://127.0.0.1:${await listening(tlsServer)}/`;
    const refused = (await send(planOf(url))).body;
    expect(refused).toMatchObject({ answer: null, failure: expect.stringContaining('certificate') });
    const trusted = await answerOf(planOf(url, {}, { connection: { tls: { ca: authority } } }));
    expect(trusted.tls).toMatchObject({ subject: 'server.test', issuer: 'Plimsoll test authority', version: 'TLSv1.3', trusted: true });
    expect(trusted.timings.tlsUs).toBeGreaterThan(0);
    expect((await answerOf(planOf(url, {}, { connection: { tls: { verify: false } } }))).tls).toMatchObject({ trusted: false });
  });

  it('says why nothing answered', async () => {
    const gone = createServer();
    const port = await listening(gone);
    gone.close();
    expect((await send(planOf(`http://127.0.0.1:${port}/`))).body).toMatchObject({
      answer: null,
      failure: 'The connection to 127.0.0.1 was refused: nothing listens at this port. Start the target, or check the port.',
    });
    const closing = await listening(createServer((socket) => socket.once('data', () => socket.destroy())));
    expect((await send(planOf(`http://127.0.0.1:${closing}/`))).body.failure).toBe('The connection was closed before an answer came.');
    const other = await listening(createServer((socket) => socket.end('SSH-2.0-nothing\r\n')));
    expect((await send(planOf(`http://127.0.0.1:${other}/`))).body.failure).toBe('The answer is not HTTP.');
    const silent = await listening(createServer());
    expect((await send(planOf(`http://127.0.0.1:${silent}/`, {}, { timeout: '1s' }))).body.failure).toBe('No answer within 1 s.');
  });
});

it('has the stored secrets of its run, which nobody reads in the answer', async () => {
  const url = await answering((request, response) => {
    const echo = request.headers.authorization ?? '';
    response.writeHead(200, { location: `/?${encodeURIComponent(echo)}` }).end(`you sent ${echo} ${Buffer.from(echo).toString('base64')}`);
  });
  const run = await launch(boss, planOf(url, { headers: { Authorization: 'Bearer canary-7f3a' } }));
  const answer = await answerOf(run.plan, { secretsFrom: run.id });
  expect(answer.body?.text).toMatch(/^you sent •••/);
  expect(JSON.stringify(answer)).not.toContain('canary');
  expect(JSON.stringify(answer)).not.toContain(Buffer.from('canary-7f3a').toString('base64').slice(0, 12));
  // A secret goes to no other origin, and to no other team.
  const elsewhere = await answering((_request, response) => response.end());
  expect((await send({ ...run.plan, target: { ...run.plan.target, url: elsewhere } }, boss, { secretsFrom: run.id })).status).toBe(400);
  expect((await send(run.plan, await otherTeam(test), { secretsFrom: run.id })).status).toBe(404);
});

it('reaches no target that a load may not reach', async () => {
  for (const url of [
    'http://127.0.0.1:4300/',
    'http://169.254.169.254/latest/meta-data',
    'http://[fd00:ec2::254]/',
    'http://metadata.google.internal/',
    'http://8.8.8.8/',
    'http://example.com/',
  ])
    expect(problemIn(await send(planOf(url))), url).toMatchObject({ code: 'target_refused', field: '/plan/target/url' });
});

it('is for those who may start runs, while runs may start', async () => {
  const url = await answering((_request, response) => response.end());
  const viewer = await member(test, await findTeamId(boss), 'viewer');
  expect((await send(planOf(url), viewer)).status).toBe(403);
  expect((await send(planOf(url), await makeToken(test, boss, ['read']))).status).toBe(403);
  expect((await send(planOf(url), test.anonymous)).status).toBe(401);
  await holdLoad(test.context.db, await findUserId(boss));
  expect((await send(planOf(url))).status).toBe(409);
  await releaseLoad(test.context.db);
  expect((await send(planOf(url))).status).toBe(200);
});

it('has one under way a person; others go on', async () => {
  const slow = await answering((_request, response) => void setTimeout(() => response.end(), 1500));
  const other = await otherTeam(test);
  const [first, second, others] = await Promise.all([send(planOf(slow)), send(planOf(slow)), send(planOf(slow), other)]);
  expect([first.status, second.status].sort()).toEqual([200, 429]);
  const refused = first.status === 429 ? first : second;
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(others.status).toBe(200);
});

it('ends in time and in words, whatever the target sends', async () => {
  const hostile = await startHostile();
  const kinds: Hostility[] = [
    'endlessHeaders',
    'headInSingleBytes',
    'endlessInterim',
    'endlessBody',
    'bodyInSingleBytes',
    'gzipBomb',
    'byteASecond',
  ];
  for (const kind of kinds) {
    const startMs = performance.now();
    const { status, body, text } = await send(planOf(hostile.url(kind), {}, { timeout: '3s' }));
    expect(performance.now() - startMs, kind).toBeLessThan(8000);
    expect(status, `${kind}: ${text}`).toBe(200);
    if (body.answer) {
      expect(body.answer, kind).toMatchObject({ whole: false });
      expect(body.answer.bytes, kind).toBeLessThan(2 * 1024 * 1024);
    } else
      expect(body.failure, kind).toMatch(/^(No answer within 3 s|The head of the answer|The answer is not HTTP|The connection was closed)/);
    expect(text.length, kind).toBeLessThan(20_000);
  }
  await hostile.close();
}, 90_000);
