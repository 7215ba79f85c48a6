import { type Plan, planSchema } from '@plimsoll/contracts/plan';
import { parsePlanYaml, planToYaml } from '@plimsoll/contracts/plan-yaml';
import { issueSentence } from '@plimsoll/wording/refusal-sentence';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyCall } from './call-row.ts';
import { emptyForm } from './empty-form.ts';
import { autoName, firstRequest } from './form-values.ts';
import { judgeForm } from './judged-plan.ts';
import { formToPlan, planToForm } from './plan-form.ts';
import { asCall, asHttp, withUrl } from './protocol-switch.ts';

const duration = fc.constantFrom('1s', '500ms', '1.5m');
const word = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
const text = fc.string({ maxLength: 20 }).filter((value) => !value.includes('\u0000') && !value.includes('{{'));
const value = fc.oneof(
  text,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(text, { maxLength: 3 }),
  fc.dictionary(word, fc.integer(), { maxKeys: 2 }),
);
const message = fc.dictionary(word, value, { maxKeys: 4 });
const types = fc.oneof(
  fc.constant({ reflection: true }),
  fc.record({ proto: fc.array(fc.record({ name: word, text }), { minLength: 1, maxLength: 3 }) }),
  fc.record({ descriptorSet: fc.base64String({ minLength: 4, maxLength: 40 }) }),
);
const sent = fc.oneof(fc.constant({}), fc.record({ message }), fc.record({ messages: fc.array(message, { minLength: 1, maxLength: 4 }) }));
const said = fc.record(
  {
    messagesPerStream: fc.integer({ min: 1, max: 9999 }),
    messageInterval: duration,
    streamDuration: duration,
    deadline: duration,
    metadata: fc.constantFrom({}, { a: '{{uuid}}' }, { 'x-token': '•••', 'trace-bin': 'AAE=' }),
    authority: fc.constantFrom('example.com', 'localhost:1'),
    gzip: fc.boolean(),
    maxMessageBytes: fc.integer({ min: 1, max: 999_999 }),
    roundTrip: fc.boolean(),
  },
  { requiredKeys: [] },
);
const check = fc.constantFrom(
  { grpcStatus: 'OK' },
  { grpcStatus: ['NOT_FOUND'] },
  { grpcStatus: ['OK', 'NOT_FOUND'] },
  { messageCount: { min: 1, max: 10 } },
  { messageCount: { max: 0 } },
  { jsonPath: { path: '$.a', equals: 1 } },
  { jsonPath: { path: '$.a', equals: 'x', message: 'last' } },
  { maxResponseTime: '1s' },
);
const plan: fc.Arbitrary<Plan> = fc
  .tuple(types, sent, said, fc.constantFrom('grpc', 'grpcs'), fc.array(check, { maxLength: 3 }))
  .map(([from, sends, rest, scheme, checks]) =>
    planSchema.parse({
      version: 1,
      name: 'calls',
      target: {
        url: `${scheme}://127.0.0.1:50051`,
        auth: { bearer: '{{row.key}}' },
        grpc: { call: 'a.b.C/D', ...from, ...sends, ...rest },
      },
      checks,
      data: { format: 'csv', text: 'key\n1\n' },
      connection: { protocol: 'grpc', streams: 7 },
      load: { model: 'open', rate: 10, duration: '10s' },
    }),
  );

describe('a gRPC call in the launch form', { timeout: 30_000 }, () => {
  it('gives back the same plan it was filled from, and has a field for all of it', () => {
    fc.assert(
      fc.property(plan, (original) => {
        const values = planToForm(original);
        const { input, problems } = formToPlan(values);
        expect(problems).toEqual([]);
        expect(planSchema.parse(input)).toEqual(original);
        expect([firstRequest(values).extra, firstRequest(values).call.extra]).toEqual([{}, {}]);
        const read = parsePlanYaml(planToYaml(original), issueSentence);
        if (!('plan' in read)) throw new Error(JSON.stringify(read.problems));
        expect(planSchema.parse(formToPlan(planToForm(read.plan)).input)).toEqual(original);
      }),
      { numRuns: 100 },
    );
  });

  it('keeps what a later version says of it', () => {
    const [drawn] = fc.sample(plan, { numRuns: 1, seed: 1 });
    const later = { ...drawn, target: { ...drawn?.target, grpc: { ...drawn?.target?.grpc, later: { deep: true } } } } as Plan;
    expect(JSON.parse(JSON.stringify(formToPlan(planToForm(later)).input))).toEqual(JSON.parse(JSON.stringify(later)));
  });

  it('begins where a URL of gRPC is typed, and HTTP waits with all it had', () => {
    const http = { ...emptyForm, ...withUrl(emptyForm, 'http://127.0.0.1:8080/a?b=1') };
    const posted = { ...http, requestRows: http.requestRows.map((row) => ({ ...row, method: 'POST' as const })) };
    const call = { ...posted, ...withUrl(posted, 'grpcs://localhost:1') };
    expect([firstRequest(call).isCall, call.protocol]).toEqual([true, 'grpc']);
    const back = { ...call, ...withUrl(call, 'https://localhost:1/a') };
    expect([firstRequest(back).isCall, firstRequest(back).method, back.protocol]).toEqual([false, 'POST', 'http1']);
    expect(firstRequest({ ...http, ...asCall(http) }).url).toBe('grpc://127.0.0.1:8080');
    const again = { ...call, ...asHttp(call) };
    expect([firstRequest(again).url, firstRequest(again).isCall]).toEqual(['https://localhost:1/', false]);
  });

  it('says at its fields what is missing, and at which line its message is no JSON', () => {
    const begun = { ...emptyForm, ...asCall(emptyForm, 'grpc://127.0.0.1:1') };
    const problemsOf = (call: object) =>
      judgeForm({ ...begun, requestRows: [{ ...firstRequest(begun), call: { ...emptyCall, ...call } }] }, undefined).problems.map(
        ({ field, message: said }) => `${field} ${said}`,
      );
    expect(problemsOf({})).toContain('/target/grpc/call Choose a method.');
    expect(problemsOf({ call: 'a.B/C', definition: 'proto' })).toContain('/target/grpc/proto Choose a file.');
    expect(problemsOf({ call: 'a.B/C', text: '{\n  "a": 1,\n  b: 2\n}' })).toEqual([
      '/target/grpc/message Not valid JSON from column 3 on.',
    ]);
    expect(problemsOf({ call: 'a.B/C', list: true, text: '{"a": 1}\n{"b": 2}' })).toEqual([]);
    expect(problemsOf({ call: 'a.B/C', list: true, text: '[1]' })[0]).toMatch(/^\/target\/grpc\/messages\/0 /);
    expect(problemsOf({ call: 'a.B/C', messagesPerStream: 'many' })).toEqual(['/target/grpc/messagesPerStream "many" is not a number.']);
  });

  it('is named by its method and host', () => {
    const begun = { ...emptyForm, ...asCall(emptyForm, 'grpc://127.0.0.1:1') };
    expect(autoName({ ...begun, requestRows: [{ ...firstRequest(begun), call: { ...emptyCall, call: 'a.B/C' } }] })).toBe(
      'a.B/C 127.0.0.1:1',
    );
  });
});
