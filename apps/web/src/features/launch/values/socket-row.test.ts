import { type PlanInput, planSchema } from '@plimsoll/contracts/plan';
import { parsePlanYaml, planToYaml } from '@plimsoll/contracts/plan-yaml';
import { openMs } from '@plimsoll/contracts/websocket';
import { graphqlSubscription } from '@plimsoll/contracts/websocket-presets';
import { issueSentence } from '@plimsoll/wording/refusal-sentence';
import { describe, expect, it } from 'vitest';
import { listPresets, presetChange } from '../shapes/presets.ts';
import { asListening, asSending } from '../sockets/sending-switch.ts';
import { demoSocketFor } from './demo-socket.ts';
import { demoForm, emptyForm } from './empty-form.ts';
import { type FormValues, firstRequest } from './form-values.ts';
import { judgeForm } from './judged-plan.ts';
import { formToPlan, planToForm } from './plan-form.ts';
import { asCall, asHttp, asKind, asSocket, withUrl } from './protocol-switch.ts';

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

  it('that only listens at the demo target is opened as often as its places allow, and as before where it sends again', () => {
    const demo = 'http://127.0.0.1:4390/';
    const there = (values: FormValues) => ({ ...values, ...asKind('websocket', demo)(values) });
    const listens = (values: FormValues) => ({ ...values, ...asListening(values, demo) });
    const sends = (values: FormValues) => ({ ...values, ...asSending(values, demo) });
    const socket = there(demoForm(demo));
    const listening = listens(socket);
    const { body, problems } = judgeForm(listening, undefined);
    expect(problems).toEqual([]);
    const { load, target } = body ?? expect.fail();
    expect(target).toMatchObject({
      url: 'ws://127.0.0.1:4390/feed?delayMs=2&jitterMs=1',
      websocket: { messages: null, closeAfter: '10s' },
    });
    if (load.model !== 'open' || !target?.websocket) return expect.fail();
    expect(((load.rate ?? 0) * (openMs(target.websocket) ?? Number.POSITIVE_INFINITY)) / 1000).toBeLessThan(load.maxConnections);
    const again = sends(listening);
    expect([again.rate, again.maxConnections, again.duration]).toEqual([socket.rate, socket.maxConnections, socket.duration]);
    expect(firstRequest(again)).toMatchObject({
      url: firstRequest(socket).url,
      websocket: { messages: ['hello {{messageSeq}}'], closeAfter: null },
    });
    // One's own load stays, and so does any time that was typed; elsewhere nothing is known of the target.
    expect(listens({ ...socket, rate: '3' })).toMatchObject({ rate: '3', duration: socket.duration });
    expect(firstRequest(listens({ ...socket, rate: '3' })).websocket?.closeAfter).toBe('30s');
    const elsewhere = { ...socket, requestRows: socket.requestRows.map((row) => ({ ...row, url: 'ws://127.0.0.1:1/chat' })) };
    expect(listens(elsewhere)).toMatchObject({ rate: socket.rate, requestRows: [{ url: 'ws://127.0.0.1:1/chat' }] });
    const typed = {
      ...listening,
      requestRows: listening.requestRows.map((row) => ({ ...row, websocket: { ...row.websocket, closeAfter: '7s' } })),
    };
    expect(firstRequest(sends(typed as FormValues)).websocket?.closeAfter).toBe('7s');
  });

  it('that only listens for a while sends what it sent before, as it sent it', () => {
    const listens = (values: FormValues) => ({ ...values, ...asListening(values) });
    const sends = (values: FormValues) => ({ ...values, ...asSending(values) });
    const sockets: Parameters<typeof plan>[0][] = [
      { messages: ['typed', { base64: 'AAE=' }], messageInterval: '2s', messagesPerConnection: 7, firstMessage: 'hi' },
      { messages: ['typed'], afterAnswer: true, messagesToReceive: 3 },
    ];
    for (const socket of sockets) {
      const form = planToForm(plan(socket));
      const listening = listens(form);
      expect(formToPlan(listening).input).toMatchObject({
        target: { websocket: { messages: null, messagesPerConnection: null, messageInterval: null, afterAnswer: false } },
      });
      // Twice asked to listen, it still knows.
      for (const one of [listening, listens(listening)]) expect(formToPlan(sends(one)).input).toEqual(formToPlan(form).input);
    }
    const feed = planToForm(plan({ closeAfter: '7s' }));
    expect(firstRequest(sends(feed)).websocket).toMatchObject({ messages: [''], closeAfter: '7s' });
  });

  describe('made of the preset of a language model', () => {
    const preset = listPresets(undefined).find(({ name }) => name === 'languageModel');
    const study = (before: Partial<FormValues> = {}, url = 'http://127.0.0.1:8000/'): FormValues => {
      const begun = { ...emptyForm, ...before, ...withUrl(emptyForm, url) };
      return { ...begun, ...(preset && presetChange(preset, begun)) };
    };

    it('has nothing of it that does not fit, and gives it back to HTTP', () => {
      const model = study();
      expect(firstRequest(model).url).toBe('http://127.0.0.1:8000/v1/chat/completions');
      const socket = { ...model, ...asSocket(model) };
      const { body, problems } = judgeForm(socket, undefined);
      expect(problems).toEqual([]);
      expect(body).toMatchObject({
        target: { url: 'ws://127.0.0.1:8000/', headers: {}, body: null, stream: null },
        thresholds: [],
        data: null,
        load: { model: 'closed', connections: 8 },
      });
      const own = { ...socket, thresholds: ['', 'round_trip p(95) < 50ms'] };
      const back = { ...own, ...asHttp(own) };
      const { websocket } = firstRequest(socket);
      expect(back).toMatchObject({
        requestRows: [{ ...firstRequest(model), websocket }],
        data: model.data,
        protocol: model.protocol,
        waitingModel: null,
      });
      expect(back.thresholds).toEqual([...model.thresholds, 'round_trip p(95) < 50ms']);
      // So for calls of gRPC, and on from these.
      const call = { ...model, ...asCall(model) };
      expect([firstRequest(call).url, call.thresholds, call.data]).toEqual(['grpc://127.0.0.1:8000', [], null]);
      const on = { ...call, ...asSocket(call) };
      expect({ ...on, ...asHttp(on) }).toMatchObject({ requestRows: [{ url: firstRequest(model).url }], thresholds: model.thresholds });
    });

    it('goes from the demo target’s model to its WebSocket that answers, and back; so do its events and its plain answers', () => {
      const demo = 'http://127.0.0.1:4390/';
      const there = (values: FormValues) => ({ ...values, ...asKind('websocket', demo)(values) });
      const again = (values: FormValues) => ({ ...values, ...asKind('http', demo)(values) });
      const url = (values: FormValues) => firstRequest(values).url;
      const begun = { ...emptyForm, ...withUrl(emptyForm, `${demo}?errorRate=0.1`) };
      const model = { ...begun, ...(preset && presetChange(preset, begun, demo)) };
      expect(url(model)).toContain('/v1/chat/completions?delayMs=150&');
      expect(url(there(model))).toBe('ws://127.0.0.1:4390/echo?delayMs=2&jitterMs=1');
      expect(url(again(there(model)))).toBe(url(model));
      const call = { ...model, ...asKind('grpc', demo)(model) };
      expect([url(call), url(there(call)), url(again(there(call)))]).toEqual([
        'grpc://127.0.0.1:4390',
        'ws://127.0.0.1:4390/echo?delayMs=2&jitterMs=1',
        url(model),
      ]);
      const events = { ...emptyForm, ...withUrl(emptyForm, `${demo}sse?events=3`) };
      expect([url(there(events)), url(again(there(events)))]).toEqual(['ws://127.0.0.1:4390/echo?delayMs=2&jitterMs=1', url(events)]);
      expect([url(there(begun)), url(again(there(begun)))]).toEqual(['ws://127.0.0.1:4390/echo?errorRate=0.1', url(begun)]);
      // The preset takes it from its WebSocket to its model.
      const socket = there(begun);
      expect(url({ ...socket, ...(preset && presetChange(preset, socket, demo)) })).toContain(`${demo}v1/chat/completions?delayMs=150&`);
      // One that only listens hears the feed, whose messages say when they were published.
      const listening = demoSocketFor({ url: url(socket), published: null }, false, demo);
      expect(listening).toEqual({ url: 'ws://127.0.0.1:4390/feed?errorRate=0.1', published: { jsonPath: '$.at' } });
      expect(demoSocketFor(listening, true, demo)).toEqual({ url: url(socket), published: null });
      const waits = {
        ...socket,
        requestRows: socket.requestRows.map((row) => ({ ...row, websocket: { ...row.websocket, messages: null } })),
      };
      expect(url(there(again(waits as FormValues)))).toBe('ws://127.0.0.1:4390/feed?errorRate=0.1');
      const elsewhere = { url: 'ws://127.0.0.1:1/echo', published: null };
      expect(demoSocketFor(elsewhere, false, demo)).toEqual(elsewhere);
      const feed = { ...emptyForm, ...withUrl(emptyForm, 'ws://127.0.0.1:4390/feed?gapMs=5') };
      expect(url(there(feed))).toBe(url(feed));
    });

    it('keeps what is one’s own: a path, thresholds on any answer, rows that a header uses; and a URL as it is typed', () => {
      const begun = study({ thresholds: ['ttft p(95) < 1s', 'p(99) < 2s'] }, 'http://h/my/model');
      const [row, ...others] = begun.requestRows;
      const key = { name: 'x-key', value: '{{row.prompt}}' };
      const model = { ...begun, requestRows: [{ ...firstRequest(begun), ...row, headers: [key] }, ...others] };
      const socket = { ...model, ...asSocket(model) };
      expect(firstRequest(socket)).toMatchObject({ url: 'ws://h/my/model', headers: [key] });
      expect([socket.thresholds, socket.data]).toEqual([['p(99) < 2s'], model.data]);
      const typed = { ...model, ...withUrl(model, 'ws://h/v1/messages') };
      expect(firstRequest(typed).url).toBe('ws://h/v1/messages');
      expect(firstRequest({ ...typed, ...withUrl(typed, 'http://h/') }).url).toBe('http://h/');
    });
  });
});
