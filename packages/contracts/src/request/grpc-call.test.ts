import { requestWords } from '@plimsoll/wording/request-words';
import { expect, it } from 'vitest';
import { type PlanInput, planSchema } from '../plan/plan.ts';
import { maskSecrets } from '../plan/plan-secrets.ts';
import { planUrl } from './requests.ts';

const proto = [{ name: 'a.proto', text: 'syntax = "proto3";' }];
const call = { call: 'pkg.Service/Method', proto };
type Target = NonNullable<PlanInput['target']>;

function plan(target: Partial<Target>, rest: Partial<PlanInput> = {}): PlanInput {
  return {
    version: 1,
    name: 'calls',
    target: { url: 'grpc://127.0.0.1:50051', grpc: call, ...target },
    connection: { protocol: 'grpc' },
    load: { model: 'closed', connections: 1, requests: 1 },
    ...rest,
  };
}
const codes = (input: PlanInput) => {
  const parsed = planSchema.safeParse(input);
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('/')} ${message}`);
};

it('a gRPC call is a plan whose address everybody knows how to judge', () => {
  const parsed = planSchema.parse(plan({ url: 'grpcs://example.com:443' }));
  expect(planUrl(parsed)).toBe('https://example.com:443');
  expect(requestWords(parsed)).toBe('pkg.Service/Method grpcs://example.com:443');
  expect(parsed.target?.grpc).toMatchObject({ reflection: false, messages: null, roundTrip: true, maxMessageBytes: 4_194_304 });
});

it('addresses that leave it to gRPC how a host is found are refused, and so is more than a host and a port', () => {
  for (const url of ['unix:/tmp/x.sock', 'dns:///example.com', 'xds:///name', 'ipv4:127.0.0.1:1', 'unix-abstract:x'])
    expect(codes(plan({ url })).join(' ')).toMatch(/target\/url grpc_scheme/);
  for (const url of ['grpc://127.0.0.1:1/path', 'grpc://127.0.0.1:1?x=1', 'grpc://{{row.host}}:1'])
    expect(codes(plan({ url })).join(' ')).toMatch(/target\/url (grpc_url_path|url_template_in_host)/);
  for (const url of ['grpc://', 'grpc://user:pw@host:1', 'grpc://127.1:50051', 'grpc://0x7f.1:5', 'grpc://host:0', 'grpc://host:65536'])
    expect(codes(plan({ url })).join(' ')).toMatch(/target\/url url_/);
});

it('call, URL and protocol go together, and nothing of HTTP stands beside a call', () => {
  expect(codes(plan({ grpc: null }))).toContain('target/grpc grpc_missing');
  expect(codes(plan({ url: 'http://127.0.0.1:1/' }))).toEqual(['target/url grpc_url', 'connection/protocol grpc_protocol_url']);
  expect(codes(plan({}, { connection: {} }))).toEqual(['connection/protocol grpc_protocol']);
  expect(codes(plan({ url: 'http://127.0.0.1/', grpc: null }))).toEqual(['connection/protocol grpc_protocol_url']);
  expect(codes(plan({ method: 'POST', body: 'x' }))).toEqual(['target/method exclude_others', 'target/body exclude_others']);
  expect(codes(plan({ headers: { a: 'b' } }))).toEqual(['target/headers exclude_others']);
});

it('checks that only bodies of HTTP have are refused', () => {
  const checks = [{ status: 200 }, { maxResponseTime: '1s' }, { bodyContains: 'x' }];
  expect(codes(plan({}, { checks }))).toEqual(['checks/2 grpc_check']);
});

it('checks that only calls have are taken for calls alone', () => {
  const checks: PlanInput['checks'] = [
    { grpcStatus: ['OK', 'NOT_FOUND'] },
    { jsonPath: { path: '$.items[0]', equals: 1, message: 'last' } },
    { messageCount: { min: 1, max: 10 } },
  ];
  expect(codes(plan({}, { checks }))).toEqual([]);
  const ofHttp = { target: null, connection: {} };
  const refused = ['checks/0 http_check', 'checks/1 http_check', 'checks/2 http_check'];
  expect(codes(plan({}, { ...ofHttp, checks, target: { url: 'http://127.0.0.1/' } }))).toEqual(refused);
  const requests = [{ name: 'a', url: 'http://127.0.0.1/', checks }];
  expect(codes(plan({}, { ...ofHttp, requests }))).toEqual(refused.map((one) => `requests/0/${one}`));
  expect(codes(plan({}, { checks: [{ messageCount: {} }, { messageCount: { min: 3, max: 2 } }] }))).toHaveLength(2);
  expect(codes(plan({}, { checks: [{ grpcStatus: 'FINE' as 'OK' }] }))).toHaveLength(1);
});

it('types come from exactly one place, and metadata is what gRPC lets through', () => {
  expect(codes(plan({ grpc: { call: 'a.B/C' } }))).toEqual(['target/grpc/proto grpc_no_definition']);
  expect(codes(plan({ grpc: { ...call, reflection: true } }))).toEqual(['target/grpc/reflection exclude_others']);
  expect(codes(plan({ grpc: { ...call, message: {}, messages: [{}] } }))).toEqual(['target/grpc/messages exclude_others']);
  expect(codes(plan({ grpc: { ...call, call: 'Method' } }))).toEqual(['target/grpc/call grpc_call']);
  const metadata = { 'grpc-timeout': '1S', 'x y': 'a', 'a-bin': '*', b: 'ü', c: 'fine {{seq}}' };
  expect(codes(plan({ grpc: { ...call, metadata } }))).toEqual([
    'target/grpc/metadata/grpc-timeout header_owned',
    'target/grpc/metadata/x y grpc_metadata_key',
    'target/grpc/metadata/a-bin grpc_metadata_binary',
    'target/grpc/metadata/b grpc_metadata_ascii',
  ]);
});

it('templates of messages are judged, and messageSeq is theirs alone', () => {
  expect(codes(plan({ grpc: { ...call, message: { a: [{ b: '{{seq}} {{messageSeq}} {{uuid}}' }] } } }))).toEqual([]);
  expect(codes(plan({ grpc: { ...call, message: { a: [{ b: '{{row.x}}' }] } } }))).toEqual(['target/grpc/message/a/0/b template_no_data']);
  expect(codes(plan({ grpc: { ...call, metadata: { a: '{{messageSeq}}' } } }))).toEqual(['target/grpc/metadata/a template_unknown']);
});

it('secrets of metadata and of messages are masked', () => {
  const grpc = {
    ...call,
    metadata: { authorization: 'Bearer hush', a: 'b' },
    messages: [{ user: 'u', password: 'hush', in: { token: 7 } }],
  };
  const masked = maskSecrets(planSchema.parse(plan({ grpc })));
  expect(JSON.stringify(masked)).not.toMatch(/hush|7\}/);
  expect(masked.target?.grpc).toMatchObject({
    metadata: { authorization: '•••', a: 'b' },
    messages: [{ user: 'u', password: '•••', in: { token: '•••' } }],
  });
});
