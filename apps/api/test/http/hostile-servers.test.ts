/** Whatever a described server sends: it is refused in time and in words, and others' health checks are answered within 200 ms meanwhile. */
import { api } from '@plimsoll/contracts/paths';
import { openStrangers, type Strangers } from '@plimsoll/network/strangers';
import { noteFigure, rounds } from '@plimsoll/testbed/rounds';
import { startGrpcServer } from '@plimsoll/testbed/targets/grpc-server';
import { type HostileTargets, type Hostility, hostilities, startHostile } from '@plimsoll/testbed/targets/hostile';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { childEnvironment } from '../../src/config.ts';
import type { Answer, Ask } from '../support/asking.ts';
import { otherTeam } from '../support/people.ts';
import { useApi } from '../support/scene.ts';

const { test, boss } = useApi({ targets: { mode: 'allowlist', allowed: ['loopback', '*.silent.example'], ownPorts: [4300] } });
let targets: HostileTargets;
let strangers: Strangers;
let teams: Ask[];
beforeAll(async () => {
  targets = await startHostile({ givesWay: true });
  const flags = ['--import', new URL('../support/silent-names.mjs', import.meta.url).href];
  strangers = openStrangers({ environment: childEnvironment(), longestWaitMs: 15_000, flags });
  const usual = test.context.strangers;
  Object.assign(test.context, { strangers });
  usual.close();
  teams = [boss, await otherTeam(test), await otherTeam(test)];
});
afterAll(async () => {
  strangers.close();
  await targets.close();
});

const describeAt = (ask: Ask, url: string) => ask('POST', api.describeGrpc, { reflection: true, url });
const grpcUrl = (kind: Hostility) => targets.url(kind).replace('http:', 'grpc:');
/** A name, a connection and all that is said have 10 s together, and the process half a second to say so. */
const longestMs = 12_000;
const wantedMs = 200;

/** On a busy machine a process may not come up while its caller waits, who is told so in time and asks again. */
async function describeOnceUp(ask: Ask, kind: Hostility): Promise<Answer> {
  for (let more = 3; ; more -= 1) {
    const startMs = performance.now();
    const answer = await describeAt(ask, grpcUrl(kind));
    const tookMs = performance.now() - startMs;
    expect(tookMs, kind).toBeLessThan(longestMs);
    noteFigure('F3', 'a hostile server refused after, ms', tookMs);
    if (answer.status !== 503 || more === 0) return answer;
  }
}

/** The result of `work`, and the longest that anybody waited for a health check meanwhile. */
async function besideHealth<T>(work: Promise<T>): Promise<{ readonly value: T; readonly slowestMs: number }> {
  let slowestMs = 0;
  let over = false;
  const done = work.finally(() => {
    over = true;
  });
  while (!over) {
    const startMs = performance.now();
    const { status } = await test.anonymous('GET', api.health);
    expect(status).toBe(200);
    slowestMs = Math.max(slowestMs, performance.now() - startMs);
    await new Promise((next) => setTimeout(next, 20));
  }
  return { value: await done, slowestMs };
}

/** Beside other work nobody is quicker than the machine. */
async function allowedMs(): Promise<number> {
  const { slowestMs } = await besideHealth(new Promise((done) => setTimeout(done, 3000)));
  return Math.max(wantedMs, 3 * slowestMs);
}

const few: readonly Hostility[] = [
  'http2MessageInSingleBytes',
  'http2EmptyFrames',
  'http2EndlessHeaders',
  'http2NoWindow',
  'http2WindowFlips',
];

it('hostile servers are refused in time, and nobody else notices', async () => {
  const all = hostilities.filter((kind) => kind.startsWith('http2') || kind === 'endlessHeaders' || kind === 'byteASecond');
  const kinds = rounds(2, 1) > 1 ? [...all, ...all] : few;
  // The first one finds no process and nothing compiled.
  expect((await describeAt(boss, 'grpc://127.0.0.1:1')).status).toBe(400);
  const most = await allowedMs();
  const waiting = [...kinds];
  const inTurn = async (ask: Ask) => {
    for (let kind = waiting.shift(); kind; kind = waiting.shift()) {
      const { status, text } = await describeOnceUp(ask, kind);
      expect([kind, status, /"field":"\/(reflection|url)"/.test(text)], text).toEqual([kind, 400, true]);
    }
  };
  const { slowestMs } = await besideHealth(Promise.all(teams.map(inTurn)));
  noteFigure('F3', 'health of others beside hostile servers, ms', slowestMs);
  expect(slowestMs).toBeLessThanOrEqual(most);
}, 300_000);

it('sixteen names that nobody answers for wait for each other alone', async () => {
  const server = await startGrpcServer({ reflection: 'v1' });
  const other = teams[1] as Ask;
  // A process for each of both is up.
  const up = await Promise.all([other, boss].map((ask) => describeAt(ask, `grpc://${server.address}`)));
  expect(up.map(({ status }) => status)).toEqual([200, 200]);
  const most = await allowedMs();
  const startMs = performance.now();
  const timed = async (asked: Promise<Answer>) => {
    const { status, text } = await asked;
    return { status, text, tookMs: performance.now() - startMs };
  };
  const silent = Array.from({ length: 16 }, (_, index) => timed(describeAt(boss, `grpc://n${index}.silent.example:50051`)));
  const asked = Promise.all([timed(describeAt(other, `grpc://${server.address}`)), ...silent]);
  const {
    value: [served, ...answers],
    slowestMs,
  } = await besideHealth(asked);
  expect(served.status, served.text).toBe(200);
  expect(served.tookMs).toBeLessThan(5000);
  server.close();
  const statuses = answers.map(({ status }) => status);
  // One is asked, two wait, of which one has its turn in time or is told that there is none.
  expect(statuses.filter((status) => status === 429)).toHaveLength(13);
  expect(statuses.filter((status) => status === 400 || status === 503)).toHaveLength(3);
  expect(answers.find(({ status }) => status === 429)?.text).toContain('Your team is already asking');
  expect(answers.find(({ status }) => status === 400)?.text).toContain('/url');
  const slowest = Math.max(...answers.map(({ tookMs }) => tookMs));
  noteFigure('F3', 'the last of sixteen silent names refused after, ms', slowest);
  expect(slowest).toBeLessThan(15_000 + longestMs);
  noteFigure('F3', 'health of others beside silent names, ms', slowestMs);
  expect(slowestMs).toBeLessThanOrEqual(most);
}, 120_000);
