import { type PlanInput, planSchema } from '@plimsoll/contracts/plan';
import { parsePlanYaml, planToYaml } from '@plimsoll/contracts/plan-yaml';
import { graphqlSubscription } from '@plimsoll/contracts/websocket-presets';
import { issueSentence } from '@plimsoll/wording/refusal-sentence';
import { describe, expect, it } from 'vitest';
import { emptyForm } from './empty-form.ts';
import { firstRequest } from './form-values.ts';
import { formToPlan, planToForm } from './plan-form.ts';
import { asHttp, asSocket, withUrl } from './protocol-switch.ts';

const plan = (websocket: NonNullable<PlanInput['target']>['websocket']) =>
  planSchema.parse({
    version: 1,
    name: 'sockets',
    target: { url: 'wss://127.0.0.1:1/chat', websocket, headers: { cookie: 'a=1' }, auth: { bearer: '{{row.key}}' } },
    data: { format: 'csv', text: 'key\n1\n' },
    connection: { protocol: 'websocket' },
    load: { model: 'open', rate: 10, duration: '10s' },
  });

describe('a WebSocket in the launch form', () => {
  it('gives back the same plan it was filled from', () => {
    const sockets: Parameters<typeof plan>[0][] = [
      { messages: ['a {{messageSeq}}', { base64: 'AAE=' }], messageInterval: '1s', messagesPerConnection: 7, ping: '5s' },
      { closeAfter: '30s', published: { jsonPath: '$.at' }, deflate: true },
      { messages: ['x'], afterAnswer: true, firstMessage: '•••', firstAnswered: false, subprotocols: ['a', 'b'], messagesToReceive: 3 },
      graphqlSubscription({ query: 'subscription S { changed { id } }', operationName: 'S', payload: { token: 'x' } }),
    ];
    for (const socket of sockets) {
      const original = plan(socket);
      const { input, problems } = formToPlan(planToForm(original));
      expect([problems, planSchema.parse(input)]).toEqual([[], original]);
      const read = parsePlanYaml(planToYaml(original), issueSentence);
      expect('plan' in read && planSchema.parse(formToPlan(planToForm(read.plan)).input)).toEqual(original);
    }
  });

  it('begins where a URL of WebSockets is typed, and HTTP waits with its method and body', () => {
    const http = { ...emptyForm, ...withUrl(emptyForm, 'http://127.0.0.1:8080/a?b=1'), pipelining: '4', keepAlive: false };
    const posted = { ...http, requestRows: http.requestRows.map((row) => ({ ...row, method: 'POST' as const })) };
    const socket = { ...posted, ...asSocket(posted) };
    expect([firstRequest(socket).url, socket.protocol, socket.pipelining, socket.keepAlive]).toEqual([
      'ws://127.0.0.1:8080/a?b=1',
      'websocket',
      '1',
      true,
    ]);
    const { input } = formToPlan({ ...socket, rate: '5', duration: '10s' });
    expect(planSchema.parse(input).target).toMatchObject({ method: 'GET', body: null, websocket: { messages: ['hello {{messageSeq}}'] } });
    const again = { ...socket, ...asHttp(socket) };
    expect([firstRequest(again).url, firstRequest(again).method, again.protocol]).toEqual(['http://127.0.0.1:8080/a?b=1', 'POST', 'http1']);
    expect(formToPlan(again).input).toMatchObject({ target: { websocket: null } });
    const typed = { ...emptyForm, ...withUrl(emptyForm, 'wss://example.com/') };
    expect([firstRequest(typed).isSocket, typed.protocol]).toEqual([true, 'websocket']);
    expect(firstRequest({ ...typed, ...withUrl(typed, 'grpc://example.com:1') })).toMatchObject({ isSocket: false, isCall: true });
  });
});
