import { requestWords } from '@plimsoll/wording/request-words';
import { expect, it } from 'vitest';
import { type PlanInput, planSchema } from '../plan/plan.ts';
import { findSecrets, maskSecrets } from '../plan/plan-secrets.ts';
import { planUrl } from './requests.ts';
import { targetHost } from './target-host.ts';
import { messagesAwaited, messagesSent, webSocketSchema } from './websocket.ts';

type Target = NonNullable<PlanInput['target']>;

function plan(target: Partial<Target>, rest: Partial<PlanInput> = {}): PlanInput {
  return {
    version: 1,
    name: 'sockets',
    target: { url: 'ws://127.0.0.1:1/chat?room={{seq}}', websocket: { messages: ['hello'] }, ...target },
    connection: { protocol: 'websocket' },
    load: { model: 'closed', connections: 1, requests: 1 },
    ...rest,
  };
}
const codes = (input: PlanInput) => {
  const parsed = planSchema.safeParse(input);
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('/')} ${message}`);
};

it('a WebSocket is a plan whose address everybody knows how to judge', () => {
  const parsed = planSchema.parse(plan({ url: 'wss://example.com/chat' }));
  expect([planUrl(parsed), targetHost(planUrl(parsed))]).toEqual(['https://example.com/chat', 'example.com:443']);
  expect(requestWords(parsed)).toBe('WebSocket wss://example.com/chat');
  for (const url of ['ws://', 'ws://user:pw@host/', 'ws://127.1/', 'wss://0x7f.1/', 'ws://host:0/', 'ws://{{row.host}}/', 'ws://a b/'])
    expect(codes(plan({ url })).join(' '), url).toMatch(/target\/url url_/);
});

it('socket, URL and protocol go together, and nothing of a request with a body stands beside', () => {
  expect(codes(plan({ websocket: null }))).toContain('target/websocket websocket_missing');
  expect(codes(plan({ url: 'http://127.0.0.1:1/' }))).toEqual(['target/url websocket_url', 'connection/protocol websocket_protocol_url']);
  expect(codes(plan({}, { connection: {} }))).toEqual(['connection/protocol websocket_protocol']);
  expect(codes(plan({ method: 'POST', body: 'x' }))).toEqual(['target/method exclude_others', 'target/body exclude_others']);
  expect(codes(plan({ headers: { 'Sec-WebSocket-Key': 'a', Upgrade: 'x', cookie: 'id=1' } }))).toEqual([
    'target/headers/Upgrade header_owned',
    'target/headers/Sec-WebSocket-Key header_owned',
  ]);
  const connection = { protocol: 'websocket', keepAlive: false, streams: 2, pipelining: 2, maxRequestsPerConnection: 1 } as const;
  const refused = codes(plan({}, { connection })).filter((code) => code.endsWith('websocket_connection'));
  expect(refused.map((code) => code.split(' ')[0])).toEqual(
    ['keepAlive', 'pipelining', 'streams', 'maxRequestsPerConnection'].map((field) => `connection/${field}`),
  );
  const request = { name: 'one', url: 'ws://127.0.0.1:1/', websocket: { messages: ['x'] } };
  expect(codes(plan({}, { target: null, requests: [request] }))).toContain('requests/0/websocket websocket_alone');
});

it('a connection that only listens says for how long, and sends nothing', () => {
  const ofSocket = (websocket: Target['websocket']) => codes(plan({ websocket }));
  expect(ofSocket({})).toEqual(['target/websocket/closeAfter websocket_no_end']);
  expect(ofSocket({ messagesToReceive: 0 })).toEqual(['target/websocket/closeAfter websocket_no_end']);
  expect([ofSocket({ closeAfter: '5s' }), ofSocket({ messagesToReceive: 3 })]).toEqual([[], []]);
  expect(ofSocket({ closeAfter: '5s', messageInterval: '1s', afterAnswer: true })).toEqual([
    'target/websocket/afterAnswer exclude_others',
    'target/websocket/messageInterval belongs_to',
    'target/websocket/afterAnswer belongs_to',
  ]);
  expect(ofSocket({ messages: ['x'], subprotocols: ['a b'] })).toEqual(['target/websocket/subprotocols/0 websocket_subprotocol']);
  expect(ofSocket({ messages: ['x'], subprotocols: ['a', 'a'] })).toEqual(['target/websocket/subprotocols websocket_subprotocol_twice']);
});

it('what ends a connection follows from what is written', () => {
  const ends = (input: Parameters<typeof webSocketSchema.parse>[0]) => {
    const socket = webSocketSchema.parse(input);
    return [messagesSent(socket), messagesAwaited(socket)];
  };
  const endless = Number.POSITIVE_INFINITY;
  const messages = ['a', 'b'];
  expect(ends({ messages })).toEqual([2, 2]);
  expect(ends({ messages, messagesPerConnection: 7 })).toEqual([7, 7]);
  expect(ends({ messages, messagesToReceive: 0 })).toEqual([2, 0]);
  expect(ends({ messages, closeAfter: '5s' })).toEqual([2, endless]);
  expect(ends({ messages, closeAfter: '5s', messageInterval: '1s' })).toEqual([endless, endless]);
  expect(ends({ messages, closeAfter: '5s', afterAnswer: true })).toEqual([endless, endless]);
  expect(ends({ closeAfter: '5s' })).toEqual([0, endless]);
  expect(ends({ messagesToReceive: 9 })).toEqual([0, 9]);
});

it('templates of messages are judged, and checks are those of messages', () => {
  const ofMessages = (...messages: string[]) => codes(plan({ websocket: { messages } }));
  expect(ofMessages('{{seq}} {{messageSeq}} {{uuid}}')).toEqual([]);
  expect(ofMessages('a', '{{row.name}}')).toEqual(['target/websocket/messages/1 template_no_data']);
  expect(codes(plan({ websocket: { messages: ['x'], firstMessage: '{{nothing}}' } }))).toEqual([
    'target/websocket/firstMessage template_unknown',
  ]);
  const checks: PlanInput['checks'] = [
    { messageCount: { min: 1 } },
    { jsonPath: { path: '$.a', equals: 1, message: 'last' } },
    { maxResponseTime: '5s' },
  ];
  expect(codes(plan({}, { checks }))).toEqual([]);
  const foreign: PlanInput['checks'] = [{ bodyContains: 'x' }, { grpcStatus: 'OK' }, { header: { name: 'a', contains: 'b' } }];
  expect(codes(plan({}, { checks: foreign }))).toEqual([0, 1, 2].map((index) => `checks/${index} websocket_check`));
});

it('the first message is a secret, and so are named values in the others', () => {
  const base64 = Buffer.from('{"password":"hunter2"}').toString('base64');
  const websocket = { messages: ['{"token":"abc123","text":"hi"}', { base64 }], firstMessage: 'AUTH swordfish' };
  const parsed = planSchema.parse(plan({ url: 'ws://127.0.0.1:1/?access_token=sesame', websocket }));
  expect(findSecrets(parsed).map(({ name }) => name)).toEqual([
    'url',
    'websocket.messages.0',
    'websocket.messages.1',
    'websocket.firstMessage',
  ]);
  const shown = JSON.stringify(maskSecrets(parsed));
  for (const secret of ['abc123', base64, 'swordfish', 'sesame']) expect(shown).not.toContain(secret);
  expect(shown).toContain('\\"text\\":\\"hi\\"');
  expect(planSchema.safeParse(maskSecrets(parsed)).success).toBe(true);
});
