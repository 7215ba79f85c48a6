import { capProblems } from '@plimsoll/wording/cap-problems';
import { issueSentence } from '@plimsoll/wording/refusal-sentence';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fieldProblems } from '../api/problem.ts';
import { defaultCaps } from '../installation/caps.ts';
import { type PlanInput, planSchema } from './plan.ts';
import { parsePlanYaml, planToYaml } from './plan-yaml.ts';

const simple: PlanInput = {
  version: 1,
  name: 'hello',
  target: { url: 'http://127.0.0.1:8787/' },
  load: { model: 'closed', connections: 10, requests: 100 },
};

function problemsOf(change: (plan: Record<string, never>) => void): { field: string; message: string }[] {
  const plan = structuredClone(simple) as unknown as Record<string, never>;
  change(plan);
  const parsed = planSchema.safeParse(plan);
  return parsed.success ? [] : fieldProblems(parsed.error, plan, issueSentence).map(({ field, message }) => ({ field, message }));
}

test('the example plan of the architecture is accepted and every default is filled in', () => {
  const parsed = parsePlanYaml(
    `
version: 1
name: checkout
target: { url: "http://127.0.0.1:8787/", method: POST, headers: {content-type: application/json}, body: '{"a":1}' }
connection: { protocol: http1, keepAlive: true, pipelining: 1, maxRequestsPerConnection: null }
load: { model: closed, connections: 200, requests: 100000 }
warmup: 5s
timeout: 30s
checks: [ {status: 200}, {bodyContains: "OK"} ]
thresholds: [ "p(99) < 250ms", "error_rate < 1%", "throughput > 1000" ]
tags: { branch: main, build: "412" }
`,
    issueSentence,
  );
  expect(parsed).toMatchObject({ plan: { autoStop: true, errorStatuses: '4xx-5xx', load: { connections: 200 } } });
});

test.each(['Shop\nof all', 'Shop\u0000', 'Shop\u2028of all', 'Shop\u009bm'])(
  'the name %j is refused at its field: it is one line',
  (name) => {
    const problems = problemsOf((plan) => Object.assign(plan, { name }));
    expect(problems).toMatchObject([{ field: '/name', message: expect.stringMatching(/one line/) }]);
  },
);

const refused: [string, (target: { url: string }) => void, RegExp][] = (
  [
    ['', /Write the URL/],
    ['127.0.0.1:8787/', /scheme is missing/],
    ['localhost:8787', /scheme is missing/],
    ['//127.0.0.1/', /scheme is missing/],
    ['ftp://127.0.0.1/', /"ftp" cannot be loaded/],
    ['file:///etc/passwd', /"file" cannot be loaded/],
    ['javascript:alert(1)', /"javascript" cannot be loaded/],
    ['http:///x', /host is missing/],
    ['http://me:secret@127.0.0.1/', /user name or password/],
    ['http://127.0.0.1/a\tb', /control character/],
    ['http://my host/', /space/],
    ['http://127.0.0.1:0/', /Port 0/],
    ['http://127.0.0.1:65536/', /Port 65536/],
    ['http://xn--zz9999999999/', /punycode/],
    ['http://0x7f.1/', /plain decimal: 127.0.0.1/],
    ['http://2130706433/', /plain decimal: 127.0.0.1/],
    ['http://0177.0.0.1/', /plain decimal: 127.0.0.1/],
  ] as const
).map(([url, message]) => [
  url,
  (target: { url: string }) => {
    target.url = url;
  },
  message,
]);

test.each(refused)('the URL %j is refused at its field', (_url, change, message) => {
  const problems = problemsOf((plan) => change(plan.target as never));
  expect(problems[0]).toMatchObject({ field: '/target/url', message: expect.stringMatching(message) });
});

test.each([
  ['0 connections', { model: 'closed', connections: 0, requests: 1 }, '/load/connections'],
  ['-1 requests', { model: 'closed', connections: 1, requests: -1 }, '/load/requests'],
  ['1e309 as Infinity', { model: 'open', rate: Number.POSITIVE_INFINITY, duration: '1s' }, '/load/rate'],
  ['NaN', { model: 'open', rate: Number.NaN, duration: '1s' }, '/load/rate'],
  ['a duration of 0', { model: 'open', rate: 1, duration: '0s' }, '/load/duration'],
  ['a duration in words', { model: 'open', rate: 1, duration: 'ten minutes' }, '/load/duration'],
  ['no stages', { model: 'open', stages: [] }, '/load/stages'],
  ['101 stages', { model: 'open', stages: Array.from({ length: 101 }, () => ({ to: 1, over: '1s' })) }, '/load/stages'],
  ['no end', { model: 'closed', connections: 1 }, '/load/duration'],
])('a load with %s is refused at its field', (_name, load, field) => {
  expect(
    problemsOf((plan) => {
      plan.load = load as never;
    })[0]?.field,
  ).toBe(field);
});

test.each([
  ['a line break', { 'x-a': 'b\r\nx: y' }, '/target/headers/x-a'],
  ['Content-Length', { 'Content-Length': '3' }, '/target/headers/Content-Length'],
  ['Host', { Host: 'x' }, '/target/headers/Host'],
  ['101 headers', Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`x-${i}`, ''])), '/target/headers'],
])('headers with %s are refused', (_name, headers, field) => {
  expect(
    problemsOf((plan) => {
      plan.target = { url: 'http://127.0.0.1/', headers } as never;
    })[0]?.field,
  ).toBe(field);
});

test.each([0, -0.1, 1.01, Number.NaN])('tracing of a share of %s is refused', (sample) => {
  expect(
    problemsOf((plan) => {
      plan.tracing = { sample } as never;
    })[0]?.field,
  ).toBe('/tracing/sample');
});

test('a traceparent that the plan gives is refused beside tracing, and stands without it', () => {
  const problems = (tracing?: { sample: number }) =>
    problemsOf((plan) => {
      Object.assign(plan, { tracing, target: { url: 'http://127.0.0.1/', headers: { TraceParent: '00-{{seq}}-1-01' } } });
    }).map(({ field }) => field);
  expect([problems({ sample: 0.01 }), problems()]).toEqual([['/target/headers/TraceParent'], []]);
});

test.each([
  ['latency < 3ms', /Unknown metric/],
  ['p(101) < 3ms', /above 0 and up to 100/],
  ['p(99) 3ms', /operator is missing/],
  ['p(99) < 3', /needs a unit/],
])('the threshold %j is refused', (expression, message) => {
  expect(
    problemsOf((plan) => {
      plan.thresholds = [expression] as never;
    })[0],
  ).toMatchObject({ field: '/thresholds/0', message: expect.stringMatching(message) });
});

test('contradictory thresholds, an unknown key, and a body with GET are refused', () => {
  const set = (key: string, value: unknown) =>
    problemsOf((plan) => {
      plan[key] = value as never;
    })[0];
  expect(set('thresholds', ['p(99) < 10ms', 'p(99) > 20ms'])?.message).toMatch(/never both hold/);
  expect(set('conections', 5)).toMatchObject({ field: '/conections', message: 'Unknown field "conections".' });
  expect(set('target', { url: 'http://127.0.0.1/', body: 'x' })?.field).toBe('/target/body');
  expect(set('checks', [{ maxResponseTime: 'soon' }])).toMatchObject({ field: '/checks/0/maxResponseTime' });
  expect(set('tags', { 'a b': 'x' })).toMatchObject({ field: '/tags/a b', message: expect.stringMatching(/^A tag name/) });
});

test('a cap is named with its value', () => {
  const plan = planSchema.parse({ ...simple, load: { model: 'closed', connections: 20_000, requests: 1 } });
  expect(capProblems(plan, defaultCaps)).toEqual([
    {
      field: '/load/connections',
      message: 'Connections: 20\u00a0000 is over the cap of 10\u00a0000.',
      got: '20000',
      allowed: 'at most 10\u00a0000',
    },
  ]);
});

test('problems of YAML carry the line, and duplicate keys and prototype keys are refused', () => {
  const wrong = parsePlanYaml(
    'version: 1\nname: x\ntarget: { url: "ftp://a/" }\nload: { model: closed, connections: 1, requests: 1 }\n',
    issueSentence,
  );
  expect(wrong).toMatchObject({ problems: [{ field: '/target/url', line: 3 }] });
  expect(parsePlanYaml('version: 1\nversion: 1\n', issueSentence)).toMatchObject({ problems: [{ line: 2 }] });
  expect(parsePlanYaml('{"__proto__": {"a": 1}, "version": 1}', issueSentence)).toHaveProperty('problems');
  expect(parsePlanYaml('', issueSentence)).toHaveProperty('problems');
});

const duration = fc.integer({ min: 1, max: 900 }).map((s) => `${s}s`);
const load: fc.Arbitrary<PlanInput['load']> = fc.oneof(
  fc.record({
    model: fc.constant('closed' as const),
    connections: fc.integer({ min: 1, max: 999 }),
    requests: fc.integer({ min: 1, max: 99_999 }),
    duration,
  }),
  fc.record({
    model: fc.constant('open' as const),
    rate: fc.integer({ min: 1, max: 9999 }),
    duration,
    arrivals: fc.constantFrom('constant' as const, 'poisson' as const),
    maxQueued: fc.integer({ min: 0, max: 20_000 }),
  }),
  fc.record({
    model: fc.constant('open' as const),
    startRate: fc.integer({ min: 0, max: 9 }),
    stages: fc.array(fc.record({ to: fc.integer({ min: 1, max: 700 }), over: duration }), { minLength: 1, maxLength: 5 }),
  }),
  fc.record({
    model: fc.constant('closed' as const),
    stages: fc.array(fc.record({ to: fc.integer({ min: 1, max: 700 }), over: duration }), { minLength: 1, maxLength: 5 }),
  }),
);

test('a plan written as YAML and read again is the same plan', () => {
  fc.assert(
    fc.property(
      load,
      fc.boolean(),
      fc.constantFrom('5s', '30s'),
      fc.string({ minLength: 1, maxLength: 20 }).filter((s) => s.trim() !== '' && !s.includes('\u0000')),
      fc.dictionary(fc.constantFrom('x-a', 'authorization', 'b'), fc.stringMatching(/^[ -z]{0,20}$/)),
      (anyLoad, keepAlive, timeout, name, headers) => {
        const plan = planSchema.parse({
          ...simple,
          name,
          load: anyLoad,
          timeout,
          target: { ...simple.target, headers, method: 'POST', body: ' a: b\n- c' },
          connection: { keepAlive },
          note: name,
          tags: { build: '412' },
        });
        expect(parsePlanYaml(planToYaml(plan), issueSentence)).toEqual({ plan });
      },
    ),
  );
});
