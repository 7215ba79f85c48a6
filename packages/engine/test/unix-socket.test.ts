import { once } from 'node:events';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import type { PlanInput } from '@plimsoll/contracts/plan';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loopbackOnly, type PlanRest, planFor } from './support/harness.ts';
import { runLoop } from './support/run-loop.ts';

let directory = '';
const asked: { readonly socket: string; readonly url: string; readonly host: string; readonly body: string }[] = [];
const servers: { close(): unknown }[] = [];

async function serve(socket: string): Promise<void> {
  const server: Server = createServer(async (request, response) => {
    asked.push({ socket, url: request.url ?? '', host: request.headers.host ?? '', body: await textOf(request) });
    if (request.url === '/away') response.writeHead(302, { location: `http+unix://${directory}/other.sock:/` });
    response.end('ok');
  }).listen(join(directory, socket));
  await once(server, 'listening');
  servers.push(server);
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sockets-'));
  for (const socket of ['app.sock', 'other.sock', 'redis.sock', '.s.PGSQL.5432', 'own.sock']) await serve(socket);
  const http2 = createHttp2Server((_request, response) => response.end('ok')).listen(join(directory, 'h2.sock'));
  await once(http2, 'listening');
  servers.push(http2);
  await symlink(join(directory, 'app.sock'), join(directory, 'good-link.sock'));
  await symlink(join(directory, 'redis.sock'), join(directory, 'bad-link.sock'));
  await symlink(join(directory, 'other.sock'), join(directory, 'app-link'));
});
afterAll(async () => {
  for (const server of servers) server.close();
  await rm(directory, { recursive: true });
});

const load = { model: 'closed', connections: 2, requests: 20 } as const satisfies PlanInput['load'];
const all = () => ({ ...loopbackOnly, sockets: [`${directory}/*`] });

async function aim(target: string, policy: TargetPolicy, rest: PlanRest = {}) {
  asked.length = 0;
  const totals = await runLoop(planFor(`http+unix://${directory}/${target}`, load, rest), { policy });
  return {
    outcomes: totals.outcomes,
    totals,
    message: totals.errors[0]?.message,
    sockets: [...new Set(asked.map(({ socket }) => socket))],
  };
}

test('a load goes to the socket that the operator allows, asks for localhost, and sends each request once', async () => {
  const target = { method: 'POST', body: 'b{{seq}}' } as const;
  const { outcomes, totals, sockets } = await aim('app.sock:/path?n={{seq}}', all(), {
    target: { ...target, url: `http+unix://${directory}/app.sock:/path?n={{seq}}` },
  });
  expect([outcomes, sockets, totals.opened]).toEqual([{ response: 20 }, ['app.sock'], 2]);
  const numbers = asked.map(({ url, body }) => `${url} ${body}`).sort();
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, seq) => `/path?n=${seq} b${seq}`).sort());
  expect(new Set(asked.map(({ host }) => host))).toEqual(new Set(['localhost']));
  expect((await aim('app.sock', all(), { connection: { keepAlive: false } })).totals.opened).toBe(20);
  expect((await aim('h2.sock:/', all(), { connection: { protocol: 'http2' } })).outcomes).toEqual({ response: 20 });
});

test('no socket is reached that is not listed, not even by a link, a redirect or a path that climbs', async () => {
  const one = { ...loopbackOnly, sockets: [`${directory}/app*`] };
  const refused: readonly (readonly [string, TargetPolicy, string])[] = [
    ['app.sock:/', loopbackOnly, 'PLIMSOLL_UNIX_SOCKETS'],
    ['app.sock:/', { ...loopbackOnly, mode: 'open-lab' }, 'PLIMSOLL_UNIX_SOCKETS'],
    ['other.sock:/', one, 'PLIMSOLL_UNIX_SOCKETS'],
    ['app-link:/', one, 'leads to'],
    ['redis.sock:/', all(), 'always refused'],
    ['.s.PGSQL.5432:/', all(), 'always refused'],
    ['bad-link.sock:/', all(), 'always refused'],
    ['own.sock:/', { ...all(), ownSockets: [`${directory}/own.sock`] }, 'always refused'],
  ];
  for (const [target, policy, said] of refused) {
    const { outcomes, message, sockets } = await aim(target, policy);
    // The first refusal ends the load.
    expect([Object.keys(outcomes), sockets], target).toEqual([['refused_by_policy'], []]);
    expect(message).toContain(said);
  }
  expect((await aim('good-link.sock:/', all())).sockets).toEqual(['app.sock']);
  expect((await aim('app.sock:/away', one)).sockets).toEqual(['app.sock']);
  const climbing = await aim('app.sock:/../../other.sock:/', one);
  expect([climbing.outcomes, climbing.sockets]).toEqual([{ response: 20 }, ['app.sock']]);
});

test('a socket that nobody serves refuses the connection', async () => {
  expect((await aim('nobody.sock:/', all())).outcomes).toEqual({ connect_refused: 20 });
});
