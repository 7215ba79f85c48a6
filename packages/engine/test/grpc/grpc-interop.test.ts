/**
 * grpc-go's own servers: the cases of gRPC's interoperability tests (https://github.com/grpc/grpc/blob/master/doc/interop-test-descriptions.md)
 * as loads of ours, and the kinds of calls of its examples. A server's count of what it received is held against ours.
 */
import { type PlanInput, planSchema } from '@plimsoll/contracts/plan';
import { authority } from '@plimsoll/testbed/certificates';
import { buildGrpcGo, type GrpcGoServer, type RunningGrpcGo, startGrpcGo } from '@plimsoll/testbed/servers/grpc-go';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settleDefinition } from '../../src/grpc/settle-definition.ts';
import { loopbackOnly } from '../support/harness.ts';
import { runLoop } from '../support/run-loop.ts';

type Call = NonNullable<NonNullable<PlanInput['target']>['grpc']>;

const skipped = await buildGrpcGo();
if (skipped) process.stdout.write(`Skipped: tests with grpc-go's servers. ${skipped}\n`);

const interop = `syntax = "proto3"; package grpc.testing;
message Empty {}
enum PayloadType { COMPRESSABLE = 0; }
message Payload { PayloadType type = 1; bytes body = 2; }
message EchoStatus { int32 code = 1; string message = 2; }
message SimpleRequest { PayloadType response_type = 1; int32 response_size = 2; Payload payload = 3; EchoStatus response_status = 7; }
message SimpleResponse { Payload payload = 1; }
message StreamingInputCallRequest { Payload payload = 1; }
message StreamingInputCallResponse { int32 aggregated_payload_size = 1; }
message ResponseParameters { int32 size = 1; int32 interval_us = 2; }
message StreamingOutputCallRequest { repeated ResponseParameters response_parameters = 2; Payload payload = 3; EchoStatus response_status = 7; }
message StreamingOutputCallResponse { Payload payload = 1; }
service TestService {
  rpc EmptyCall(Empty) returns (Empty);
  rpc UnaryCall(SimpleRequest) returns (SimpleResponse);
  rpc StreamingInputCall(stream StreamingInputCallRequest) returns (StreamingInputCallResponse);
  rpc StreamingOutputCall(StreamingOutputCallRequest) returns (stream StreamingOutputCallResponse);
  rpc FullDuplexCall(stream StreamingOutputCallRequest) returns (stream StreamingOutputCallResponse);
  rpc UnimplementedCall(Empty) returns (Empty);
}
service UnimplementedService { rpc UnimplementedCall(Empty) returns (Empty); }`;
const routeGuide = `syntax = "proto3"; package routeguide;
message Point { int32 latitude = 1; int32 longitude = 2; }
message Rectangle { Point lo = 1; Point hi = 2; }
message Feature { string name = 1; Point location = 2; }
message RouteNote { Point location = 1; string message = 2; }
message RouteSummary { int32 point_count = 1; int32 feature_count = 2; int32 distance = 3; int32 elapsed_time = 4; }
service RouteGuide {
  rpc GetFeature(Point) returns (Feature);
  rpc ListFeatures(Rectangle) returns (stream Feature);
  rpc RecordRoute(stream Point) returns (RouteSummary);
  rpc RouteChat(stream RouteNote) returns (stream RouteNote);
}`;
const helloworld = `syntax = "proto3"; package helloworld;
message HelloRequest { string name = 1; } message HelloReply { string message = 1; }
service Greeter { rpc SayHello(HelloRequest) returns (HelloReply); }`;

const running = new Map<GrpcGoServer, RunningGrpcGo>();
afterAll(() => Promise.all([...running.values()].map((server) => server.stop())));
const serve = (name: GrpcGoServer) => beforeAll(async () => void running.set(name, await startGrpcGo(name)));

type Load = Partial<Omit<PlanInput, 'target' | 'requests'>> & { readonly requests?: number; readonly scheme?: string };
function planFor(name: GrpcGoServer, call: Call, { requests = 4, scheme = 'grpc', ...rest }: Load = {}) {
  return planSchema.parse({
    version: 1,
    name: call.call,
    target: { url: `${scheme}://${running.get(name)?.address}`, grpc: call },
    load: { model: 'closed', connections: 2, requests },
    timeout: '30s',
    ...rest,
    connection: { protocol: 'grpc', streams: 2, ...rest.connection },
  });
}
const load = async (name: GrpcGoServer, call: Call, rest?: Load) => {
  const totals = await runLoop(planFor(name, call, rest));
  expect(totals.sent).toBe(totals.ended);
  return totals;
};

describe.skipIf(skipped)('the interop server', () => {
  serve('interop');
  const run = (method: string, call: Partial<Call> = {}, rest: Load = {}) =>
    load('interop', { call: `grpc.testing.${method}`, proto: [{ name: 'test.proto', text: interop }], ...call }, rest);
  const payload = (bytes: number) => ({ body: Buffer.alloc(bytes).toString('base64') });
  /** Bytes of a message that holds such a payload: a tag and a length for each of its two levels. */
  const messageBytes = (bytes: number) => {
    const withHead = (length: number) => length + 1 + (length < 128 ? 1 : length < 16_384 ? 2 : 3);
    return withHead(withHead(bytes));
  };
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  const good = (requests: number) => ({ outcomes: { response: requests }, grpcStatuses: { OK: requests }, errors: [] });

  test('empty_unary, and many of them at once', async () => {
    expect(await run('TestService/EmptyCall', {}, { requests: 500, connection: { streams: 20 } })).toMatchObject({
      ...good(500),
      messages: { sent: 500, received: 500, sentBytes: 0, receivedBytes: 0 },
    });
  });

  test('large_unary', async () => {
    const message = { responseSize: 314_159, payload: payload(271_828) };
    const totals = await run('TestService/UnaryCall', { message });
    expect(totals).toMatchObject({ ...good(4), messages: { received: 4, receivedBytes: 4 * messageBytes(314_159) } });
  });

  const sizes = [27_182, 8, 1828, 45_904];
  const answers = [31_415, 9, 2653, 58_979];

  test('client_streaming', async () => {
    const checks = [{ jsonPath: { path: '$.aggregatedPayloadSize', equals: 74_922 } }];
    const messages = sizes.map((size) => ({ payload: payload(size) }));
    expect(await run('TestService/StreamingInputCall', { messages }, { checks })).toMatchObject({
      ...good(4),
      messages: { sent: 16, sentBytes: 4 * sum(sizes.map(messageBytes)), received: 4 },
    });
  });

  test('server_streaming', async () => {
    const message = { responseParameters: answers.map((size) => ({ size })) };
    const totals = await run('TestService/StreamingOutputCall', { message }, { checks: [{ messageCount: { min: 4, max: 4 } }] });
    expect(totals).toMatchObject({ ...good(4), messages: { sent: 4, received: 16, receivedBytes: 4 * sum(answers.map(messageBytes)) } });
    expect([totals.firstMessageTime.count, totals.messageGap.count + totals.messages.coalesced]).toEqual([4, 12]);
  });

  test('ping_pong', async () => {
    const messages = sizes.map((size, index) => ({ payload: payload(size), responseParameters: [{ size: answers[index] }] }));
    for (const messageInterval of [null, '20ms']) {
      const totals = await run('TestService/FullDuplexCall', { messages, messageInterval });
      expect(totals).toMatchObject({ ...good(4), messages: { sent: 16, received: 16, receivedBytes: 4 * sum(answers.map(messageBytes)) } });
      expect(totals.messageRoundTrip.count).toBe(16);
    }
  });

  test('empty_stream: a stream without an answer ends well', async () => {
    expect(await run('TestService/FullDuplexCall')).toMatchObject({ ...good(4), messages: { sent: 4, received: 0 } });
  });

  test('custom_metadata', async () => {
    const metadata = { 'x-grpc-test-echo-initial': 'test_initial_metadata_value', 'x-grpc-test-echo-trailing-bin': 'q6ur' };
    const message = { responseSize: 314_159, payload: payload(271_828) };
    expect(await run('TestService/UnaryCall', { metadata, message })).toMatchObject(good(4));
    const answered = { message: { responseParameters: [{ size: 314_159 }], payload: payload(271_828) }, metadata };
    expect(await run('TestService/FullDuplexCall', answered)).toMatchObject(good(4));
  });

  test('status_code_and_message, special_status_message', async () => {
    const special = '\t\ntest with whitespace\r\nand Unicode BMP ☺ and non-BMP 😈\t\n';
    for (const method of ['UnaryCall', 'FullDuplexCall'])
      for (const message of ['test status message', special]) {
        const totals = await run(`TestService/${method}`, { message: { responseStatus: { code: 2, message } } });
        expect(totals).toMatchObject({ outcomes: { response: 4 }, grpcStatuses: { UNKNOWN: 4 }, failed: 4 });
        expect(totals.errors[0]?.message).toContain(message);
      }
  });

  test('unimplemented_method, unimplemented_service', async () => {
    for (const service of ['TestService', 'UnimplementedService'])
      expect(await run(`${service}/UnimplementedCall`)).toMatchObject({ outcomes: { response: 4 }, grpcStatuses: { UNIMPLEMENTED: 4 } });
  });

  test('cancel_after_begin: calls under way at the end are cut off', async () => {
    const call = { message: { payload: payload(8) }, messageInterval: '100ms', streamDuration: '60s' };
    const totals = await run('TestService/StreamingInputCall', call, { load: { model: 'closed', connections: 2, duration: '1s' } });
    expect([totals.outcomes, totals.failed]).toEqual([{ cut_off: 4 }, 0]);
  });

  test('cancel_after_first_response: the stream is cancelled, and its connection goes on', async () => {
    const message = { responseParameters: [{ size: 31_415 }, { size: 1, intervalUs: 60_000_000 }] };
    const rest: Load = { requests: 2, load: { model: 'closed', connections: 1, requests: 2 }, connection: { streams: 1 } };
    const totals = await run('TestService/StreamingOutputCall', { message, streamDuration: '1s' }, rest);
    expect(totals).toMatchObject({ outcomes: { response: 2 }, grpcStatuses: { CANCELLED: 2 }, failed: 0, opened: 1 });
    expect(totals.messages.received).toBe(2);
  });

  test('timeout_on_sleeping_server', async () => {
    const message = { payload: payload(27_182), responseParameters: [{ size: 1, intervalUs: 60_000_000 }] };
    const totals = await run('TestService/FullDuplexCall', { message, deadline: '100ms' });
    expect((totals.outcomes.timeout ?? 0) + (totals.grpcStatuses.DEADLINE_EXCEEDED ?? 0)).toBe(4);
    expect(totals.failed).toBe(4);
  });

  test('over TLS', async () => {
    const plain = running.get('interop') as RunningGrpcGo;
    running.set('interop', await startGrpcGo('interop', { tls: true }));
    const connection = { protocol: 'grpc', tls: { ca: authority } } as const;
    const totals = await run('TestService/EmptyCall', {}, { scheme: 'grpcs', connection, requests: 50 });
    await running.get('interop')?.stop();
    running.set('interop', plain);
    expect(totals).toMatchObject(good(50));
  });
});

describe.skipIf(skipped)('the examples', () => {
  serve('routeGuide');
  serve('greeter');
  serve('reflection');
  const proto = (text: string) => [{ name: 'a.proto', text }];
  const guide = (method: string, call: Partial<Call>, checks: PlanInput['checks'] = []) =>
    load('routeGuide', { call: `routeguide.RouteGuide/${method}`, proto: proto(routeGuide), ...call }, { requests: 6, checks });
  const good = { outcomes: { response: 6 }, grpcStatuses: { OK: 6 }, errors: [] };
  const place = { latitude: 409_146_138, longitude: -746_188_906 };

  test('route guide, all four kinds', async () => {
    const name = 'Berkshire Valley Management Area Trail, Jefferson, NJ, USA';
    expect(await guide('GetFeature', { message: place }, [{ jsonPath: { path: '$.name', equals: name } }])).toMatchObject(good);
    const everywhere = { lo: { latitude: 400_000_000, longitude: -750_000_000 }, hi: { latitude: 420_000_000, longitude: -730_000_000 } };
    // Its data has 100 places, and all are in there.
    const listed = await guide('ListFeatures', { message: everywhere }, [{ messageCount: { min: 100, max: 100 } }]);
    expect(listed).toMatchObject({ ...good, messages: { sent: 6, received: 600 } });
    const counted = [{ jsonPath: { path: '$.pointCount', equals: 250 } }, { jsonPath: { path: '$.feature_count', equals: 250 } }];
    expect(await guide('RecordRoute', { message: place, messagesPerStream: 250 }, counted)).toMatchObject({
      ...good,
      messages: { sent: 1500, received: 6 },
    });
  });

  test('route guide answers each note with all that it knows of a place', async () => {
    const call = { message: { location: { latitude: 1, longitude: 2 }, message: '{{seq}}-{{messageSeq}}' }, messagesPerStream: 5 };
    const rest: Load = { load: { model: 'closed', connections: 1, requests: 1 }, connection: { streams: 1 } };
    const chat = { call: 'routeguide.RouteGuide/RouteChat', proto: proto(routeGuide), ...call, roundTrip: false };
    const known = [
      { jsonPath: { path: '$.location.longitude', equals: 2 } },
      { jsonPath: { path: '$.message', equals: '0-4', message: 'last' } },
    ] as const;
    const totals = await load('routeGuide', chat, { ...rest, checks: [...known] });
    expect(totals).toMatchObject({ outcomes: { response: 1 }, errors: [] });
    // 1 + 2 + 3 + 4 + 5; as many more where the test is tried again.
    expect(totals.messages.received % 5).toBe(0);
    expect(totals.messages.received).toBeGreaterThanOrEqual(15);
  });

  test('greeter logs each call', async () => {
    const call = { call: 'helloworld.Greeter/SayHello', proto: proto(helloworld), message: { name: 'number {{seq}}' } };
    const before =
      running
        .get('greeter')
        ?.output()
        .match(/Received: number/g)?.length ?? 0;
    expect(await load('greeter', call, { requests: 300 })).toMatchObject({
      outcomes: { response: 300 },
      messages: { sent: 300, received: 300 },
    });
    await expect
      .poll(
        () =>
          (running
            .get('greeter')
            ?.output()
            .match(/Received: number/g)?.length ?? 0) - before,
      )
      .toBe(300);
  });

  test('types come from grpc-go by reflection', async () => {
    const call = { call: 'helloworld.Greeter/SayHello', reflection: true, message: { name: 'reader' } };
    const settled = await settleDefinition(
      planFor('reflection', call, { checks: [{ jsonPath: { path: '$.message', equals: 'Hello reader' } }] }),
      loopbackOnly,
    );
    expect(await runLoop(settled)).toMatchObject({ outcomes: { response: 4 }, grpcStatuses: { OK: 4 } });
  });
});
