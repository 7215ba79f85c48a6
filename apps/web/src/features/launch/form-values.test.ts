import { type Plan, planSchema } from '@plimsoll/contracts/plan';
import { parsePlanYaml, planToYaml } from '@plimsoll/contracts/plan-yaml';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyForm, formToPlan, planToForm } from './form-values.ts';
import { judgeForm } from './judged-plan.ts';

const duration = fc.oneof(
  fc.integer({ min: 1, max: 600 }).map((n) => `${n}s`),
  fc.constantFrom('500ms', '1.5m', '2h'),
);
const stages = (to: fc.Arbitrary<number>) => fc.array(fc.record({ to, over: duration }), { minLength: 1, maxLength: 8 });
const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,10}$/);
const text = fc.string({ maxLength: 40 }).filter((value) => !value.includes('\u0000'));
const requireOne = <T>(value: T) => value;

const closed = fc.oneof(
  fc.record(
    { model: fc.constant('closed'), connections: fc.integer({ min: 1, max: 9999 }), requests: fc.integer({ min: 1, max: 1e6 }), duration },
    { requiredKeys: ['model', 'connections', 'duration'] },
  ),
  fc.record({ model: fc.constant('closed'), connections: fc.integer({ min: 1, max: 9999 }), requests: fc.integer({ min: 1, max: 1e6 }) }),
  fc.record(
    { model: fc.constant('closed'), startConnections: fc.integer({ min: 0, max: 50 }), stages: stages(fc.integer({ min: 0, max: 500 })) },
    { requiredKeys: ['model', 'stages'] },
  ),
);
const pool = {
  maxConnections: fc.integer({ min: 1, max: 500 }),
  maxQueued: fc.integer({ min: 0, max: 500 }),
  seed: fc.integer({ min: 0, max: 99 }),
};
const rate = fc.double({ min: 0.1, max: 1e5, noNaN: true });
const open = fc.oneof(
  fc.record({ model: fc.constant('open'), rate, duration, arrivals: fc.constantFrom('constant', 'poisson'), ...pool }),
  fc.record(
    { model: fc.constant('open'), startRate: rate, stages: stages(rate), ...pool },
    { requiredKeys: ['model', 'stages', 'maxConnections', 'maxQueued', 'seed'] },
  ),
);
const check = fc.oneof(
  fc.record({ status: fc.oneof(fc.constantFrom<number | string | number[]>(200, '2xx', '200-299', [200], [200, 201])) }),
  fc.record({ bodyContains: text.filter((value) => value.length > 0) }),
  fc.record({ header: fc.record({ name: word, contains: text }) }),
  fc.record({ maxBodyBytes: fc.nat() }),
  fc.record({ maxResponseTime: duration }),
);
const reusing = fc.record({
  protocol: fc.constantFrom('http1', 'http2', 'auto'),
  streams: fc.integer({ min: 1, max: 20 }),
  maxConnectionAge: fc.option(duration),
  dns: fc.constantFrom('each', 'once'),
  tls: fc.record({ verify: fc.boolean(), serverName: fc.option(fc.constant('api.example.com')) }),
});
const plan: fc.Arbitrary<Plan> = fc
  .record({
    version: fc.constant(1),
    name: fc.string({ minLength: 1, maxLength: 30 }),
    target: fc.record({
      url: fc.constantFrom('http://127.0.0.1:8080/', 'https://localhost/a?b=c'),
      method: fc.constantFrom('GET', 'POST', 'PUT'),
      headers: fc.dictionary(word, fc.stringMatching(/^[ -~]{0,20}$/), { maxKeys: 4 }),
      body: fc.option(text),
    }),
    connection: fc.oneof(
      reusing,
      fc.record({ keepAlive: fc.boolean(), maxRequestsPerConnection: fc.option(fc.integer({ min: 1, max: 99 })) }),
    ),
    load: fc.oneof(closed, open),
    warmup: fc.constantFrom('0s', '2s'),
    timeout: duration,
    checks: fc.array(check, { maxLength: 5 }),
    thresholds: fc.subarray(['p(99) < 250ms', 'error_rate < 1%', 'throughput > 1000']),
    errorStatuses: fc.constantFrom('4xx-5xx', '5xx', 'none'),
    autoStop: fc.boolean(),
    tags: fc.dictionary(word, text, { maxKeys: 4 }),
    note: text,
  })
  .map((input) => planSchema.safeParse(input))
  .filter((parsed) => parsed.success)
  .map((parsed) => requireOne(parsed.data as Plan));

describe('the launch form', () => {
  it('gives back the same plan it was filled from', () => {
    fc.assert(
      fc.property(plan, (original) => {
        const { input, problems } = formToPlan(planToForm(original));
        expect(problems).toEqual([]);
        expect(planSchema.parse(input)).toEqual(original);
      }),
      { numRuns: 400 },
    );
  });

  it('goes through YAML and back without a loss', () => {
    fc.assert(
      fc.property(plan, (original) => {
        const read = parsePlanYaml(planToYaml(original));
        if (!('plan' in read)) throw new Error(JSON.stringify(read.problems));
        expect(planSchema.parse(formToPlan(planToForm(read.plan)).input)).toEqual(original);
      }),
      { numRuns: 200 },
    );
  });

  it('keeps what it has no field for', () => {
    const known = planSchema.parse({
      version: 1,
      name: 'a',
      target: { url: 'http://127.0.0.1/' },
      load: { model: 'closed', connections: 1, requests: 1 },
    });
    const later = { ...known, later: 1, load: { ...known.load, later: 2 }, checks: [{ later: { deep: true } }] } as unknown as Plan;
    expect(JSON.parse(JSON.stringify(formToPlan(planToForm(later)).input))).toEqual(JSON.parse(JSON.stringify(later)));
  });

  it('says beside the field what is no number', () => {
    const { problems } = judgeForm({ ...emptyForm, url: 'http://127.0.0.1/', connections: 'many' }, undefined);
    expect(problems).toEqual([{ field: '/load/connections', message: '"many" is no number.' }]);
  });

  it('refuses a header given twice instead of keeping the last', () => {
    const headers = [
      { name: 'a', value: '1' },
      { name: 'a', value: '2' },
    ];
    const { problems } = judgeForm({ ...emptyForm, url: 'http://127.0.0.1/', headers }, undefined);
    expect(problems[0]).toEqual({ field: '/target/headers/a', message: '"a" is given twice.' });
  });
});
