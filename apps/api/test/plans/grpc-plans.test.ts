import type { GrpcDescription } from '@plimsoll/contracts/grpc-description';
import { api } from '@plimsoll/contracts/paths';
import type { Problem } from '@plimsoll/contracts/problem';
import type { System } from '@plimsoll/contracts/system';
import { echoProto, startGrpcServer } from '@plimsoll/testbed/targets/grpc-server';
import { expect, it } from 'vitest';
import { useApi } from '../support/scene.ts';

const { boss } = useApi();
const proto = [{ name: 'echo.proto', text: echoProto }];
const plan = (grpc: object, url = 'grpc://127.0.0.1:50051') => ({
  version: 1,
  name: 'calls',
  target: { url, grpc: { call: 'test.Echo/Unary', proto, ...grpc } },
  connection: { protocol: 'grpc' },
  load: { model: 'closed', connections: 1, requests: 1 },
});

it('the services of a definition are described, and its faults are told at their places', async () => {
  const { status, body } = await boss<GrpcDescription>('POST', api.describeGrpc, { proto });
  expect([status, body.services[0]?.name, body.services[0]?.methods.length]).toEqual([200, 'test.Echo', 4]);
  expect(body.services[0]?.methods[3]).toMatchObject({ name: 'Chat', kind: 'bidi_streaming', example: { text: '', number: 0 } });
  const one = { proto, call: 'test.Echo/Chat' };
  const judged = await boss<GrpcDescription>('POST', api.describeGrpc, { ...one, messages: [{ text: 'x' }, { number: 'many', size: 1 }] });
  expect(judged.body.services[0]?.methods.map(({ name }) => name)).toEqual(['Chat']);
  expect(judged.body.problems.map(({ field }) => field)).toEqual(['/messages/1/number', '/messages/1/size']);
  const refused = async (asked: object) => (await boss<Problem>('POST', api.describeGrpc, asked)).body;
  expect(await refused({ proto: [{ name: 'x', text: 'message {' }] })).toMatchObject({ code: 'invalid_input', field: '/proto/0/text' });
  expect(await refused({})).toMatchObject({ code: 'invalid_input', field: '/proto' });
  expect(await refused({ proto, message: {} })).toMatchObject({ code: 'invalid_input', field: '/call' });
  expect(await refused({ proto, call: 'test.Echo/Nothing' })).toMatchObject({ code: 'invalid_input', field: '/call' });
  expect(await refused({ reflection: true })).toMatchObject({ code: 'invalid_input', field: '/url' });
  for (const url of ['unix:/tmp/x', 'dns:///example.com'])
    expect(await refused({ reflection: true, url })).toMatchObject({ code: 'invalid_input', field: '/url' });
  const forbidden = ['169.254.169.254', '[::ffff:169.254.169.254]', 'metadata.google.internal', '10.0.0.1', '0.0.0.0'];
  for (const host of forbidden)
    expect(await refused({ reflection: true, url: `grpc://${host}:80` }), host).toMatchObject({ code: 'target_refused', field: '/url' });
  for (const spelling of ['2852039166', '0xa9fea9fe'])
    expect(await refused({ reflection: true, url: `grpc://${spelling}:80` })).toMatchObject({ code: 'invalid_input', field: '/url' });
});

it.each(['v1', 'v1alpha'] as const)('a server is asked for what it offers (%s)', async (reflection) => {
  const server = await startGrpcServer({ reflection });
  const { status, body } = await boss<GrpcDescription>('POST', api.describeGrpc, { reflection: true, url: `grpc://${server.address}` });
  expect([status, body.services.map(({ name, methods }) => [name, methods.length])]).toEqual([200, [['test.Echo', 4]]]);
  server.close();
  // The server's description is enough to ask again when the server is gone.
  const { descriptorSet } = body;
  const again = await boss<GrpcDescription>('POST', api.describeGrpc, { descriptorSet, call: 'test.Echo/Unary', message: { text: 1 } });
  expect(again.body.problems.map(({ field }) => field)).toEqual(['/message/text']);
});

it('the demo service is known before it runs', async () => {
  const { demoGrpcTarget: url } = (await boss<System>('GET', api.system)).body;
  const { status, body } = await boss<GrpcDescription>('POST', api.describeGrpc, { reflection: true, url });
  expect([status, body.services.map(({ name, methods }) => [name, methods.map((method) => method.name)])]).toEqual([
    200,
    [['plimsoll.demo.Demo', ['Echo', 'Countdown', 'Sum', 'Chat']]],
  ]);
});

it('a server without reflection, and nobody at all, are refused with a reason', async () => {
  const server = await startGrpcServer();
  const asked = async () => (await boss<Problem>('POST', api.describeGrpc, { reflection: true, url: `grpc://${server.address}` })).body;
  expect(await asked()).toMatchObject({ code: 'invalid_input', field: '/reflection' });
  server.close();
  expect(await asked()).toMatchObject({ code: 'invalid_input', field: '/url' });
});

it('a plan keeps its call, masks its secrets, and is refused where a message does not fit', async () => {
  const secret = { metadata: { authorization: 'Bearer hush' }, message: { text: 'x' }, messageInterval: null };
  const saved = await boss<{ id: string; plan: unknown }>('POST', api.plans, { plan: plan(secret) });
  expect(saved.status).toBe(201);
  expect(saved.body.plan).toMatchObject({ target: { grpc: { metadata: { authorization: '•••' }, message: { text: 'x' } } } });
  const again = await boss<{ plan: { target: { grpc: { proto: unknown } } } }>('GET', api.plan(saved.body.id));
  expect(again.body.plan.target.grpc.proto).toEqual(proto);
  await boss('POST', api.plans, { plan: plan({ message: { text: 'x'.repeat(2000) } }) });
  const listed = await boss<{ items: { plan: { leftOut?: string[]; target: { grpc: unknown } } }[] }>('GET', api.plans);
  const { target, leftOut } = listed.body.items[0]?.plan ?? {};
  expect([target?.grpc, leftOut]).toMatchObject([{ call: 'test.Echo/Unary', proto: null, message: null }, ['/target/grpc']]);
  const unfit = await boss<Problem>('POST', api.runs, { plan: plan({ message: { number: 'many' } }) });
  expect(unfit.body).toMatchObject({ code: 'invalid_input', field: '/plan/target/grpc/message/number' });
  const nowhere = await boss<Problem>('POST', api.runs, { plan: plan({}, 'grpc://169.254.169.254:80') });
  expect(nowhere.body).toMatchObject({ code: 'target_refused', field: '/plan/target/url' });
  const started = await boss<{ plan: unknown }>('POST', api.runs, { plan: plan({ message: { text: 'x' } }) });
  expect(started.status).toBe(201);
});
