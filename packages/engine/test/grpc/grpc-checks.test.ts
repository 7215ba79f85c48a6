/** Checks on what a call is answered with: status, messages, and how many of them. */
import type { PlanInput } from '@plimsoll/contracts/plan';
import { type GrpcServer, startGrpcServer } from '@plimsoll/testbed/targets/grpc-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EchoCall, echoPlan } from '../support/echo-plan.ts';
import { runLoop } from '../support/run-loop.ts';

let server: GrpcServer;
beforeAll(async () => {
  server = await startGrpcServer();
});
afterAll(() => server.close());

async function check(method: string, checks: PlanInput['checks'], call: EchoCall = {}, rest: Partial<PlanInput> = {}) {
  const load = { model: 'closed', connections: 1, requests: 2 } as const;
  const { outcomes, failed, grpcStatuses, errors } = await runLoop(
    echoPlan(server, method, call, load, { timeout: '20s', checks, ...rest }),
  );
  return { outcomes, failed, grpcStatuses, said: errors[0]?.message ?? null, body: errors[0]?.body ?? null };
}
const good = { outcomes: { response: 2 }, failed: 0, said: null };
const bad = { outcomes: { check_failed: 2 }, failed: 2 };
const at = (path: string, equals: string | number, message?: 'first' | 'last' | 'every') => [
  { jsonPath: { path, equals, ...(message ? { message } : {}) } },
];

test('another status than OK is good where a check says so, and stays a failure where none does', async () => {
  const notFound = { metadata: { 'x-status': '5' } };
  expect(await check('Unary', [{ grpcStatus: ['OK', 'NOT_FOUND'] }], notFound)).toMatchObject({ ...good, grpcStatuses: { NOT_FOUND: 2 } });
  expect(await check('Unary', [{ grpcStatus: 'NOT_FOUND' }])).toMatchObject({
    ...bad,
    grpcStatuses: { OK: 2 },
    said: 'The gRPC status is OK, not NOT_FOUND.',
  });
  // A status that is an error stays one, whatever a check says of it.
  expect(await check('Unary', [{ grpcStatus: 'OK' }, { messageCount: { min: 9 } }], notFound)).toMatchObject({
    outcomes: { response: 2 },
    failed: 2,
    said: 'The status counts as an error. NOT_FOUND: as asked for',
  });
  expect(await check('Unary', [{ grpcStatus: 'OK' }], notFound, { errorStatuses: 'none' })).toMatchObject(bad);
  // A stream that ends by its own time has no status to check.
  const listening = { metadata: { 'x-count': '100000', 'x-gap-ms': '5' }, streamDuration: '100ms' };
  expect(await check('Countdown', [{ grpcStatus: 'OK' }], listening)).toMatchObject(good);
});

test('the value at a place of a message, of the first, of the last or of every one', async () => {
  const chat = { messages: [{ text: 'a', number: 1 }, { text: 'b' }, { text: 'c', number: 3 }] };
  expect(await check('Chat', [...at('$.text', 'a', 'first'), ...at('$.text', 'c', 'last')], chat)).toMatchObject(good);
  expect(await check('Chat', at('$.number', 1), chat)).toMatchObject({
    ...bad,
    said: 'Message 2: $.number is 0, not 1.',
    body: '{"text":"b"}',
  });
  expect(await check('Chat', [...at('$.text', 'b', 'last'), ...at('$.text', 'x', 'first')], chat)).toMatchObject({
    ...bad,
    said: 'Message 3: $.text is "c", not "b".',
    body: '{"text":"c","number":3}',
  });
  expect(await check('Unary', at('$.at', '2026-01-01T00:00:00Z'), { message: { at: '2026-01-01T00:00:00Z' } })).toMatchObject(good);
  const long = { message: { filler: Buffer.alloc(1_500_000).toString('base64') } };
  expect((await check('Unary', at('$.text', 'a', 'last'), long)).said).toBe('Message 1: It is too large to look for $.text.');
  const none = { metadata: { 'x-count': '0' } };
  expect(await check('Countdown', at('$.text', 'a'), none)).toMatchObject(good);
  expect((await check('Countdown', at('$.text', 'a', 'first'), none)).said).toBe('No message came: $.text cannot be found.');
});

test('the number of messages, and the time of the whole call', async () => {
  const three = { metadata: { 'x-count': '3' } };
  expect(await check('Countdown', [{ messageCount: { min: 3, max: 3 } }, { maxResponseTime: '15s' }], three)).toMatchObject(good);
  expect((await check('Countdown', [{ messageCount: { min: 4 } }], three)).said).toBe('3 messages came, fewer than 4.');
  expect((await check('Countdown', [{ messageCount: { max: 2 } }], three)).said).toBe('3 messages came, more than 2.');
  const slow = { metadata: { 'x-delay-ms': '40' } };
  expect((await check('Unary', [{ maxResponseTime: '10ms' }], slow)).said).toMatch(/^It took .* more than 10ms\.$/);
});
