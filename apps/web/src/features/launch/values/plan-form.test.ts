import { type Plan, planSchema } from '@plimsoll/contracts/plan';
import { parsePlanYaml, planToYaml } from '@plimsoll/contracts/plan-yaml';
import { issueSentence } from '@plimsoll/wording/refusal-sentence';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyCheck } from './check-row.ts';
import { emptyForm } from './empty-form.ts';
import { judgeForm } from './judged-plan.ts';
import { formToPlan, planToForm } from './plan-form.ts';
import { emptyRequest, isBlankCheck } from './request-row.ts';
import { planIndexes } from './rows.ts';

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
const path = fc.constantFrom('$', '$.token', "$.items[0]['odd name']");
const check = fc.oneof(
  fc.record({ status: fc.oneof(fc.constantFrom<number | string | number[]>(200, '2xx', '200-299', [200], [200, 201])) }),
  fc.record({ bodyContains: text.filter((value) => value.length > 0) }),
  fc.record({ header: fc.record({ name: word, contains: text }) }),
  fc.record({
    jsonPath: fc.record({
      path,
      // JSON knows no -0.
      equals: fc.oneof(
        text,
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
        fc.constantFrom(true, false, null, 'true', '1', ''),
      ),
    }),
  }),
  fc.record({ maxBodyBytes: fc.nat() }),
  fc.record({ maxResponseTime: duration }),
);
const checks = fc.array(check, { maxLength: 4 });
const client = fc.constantFrom('undici', 'wire');
const reusing = fc.record({
  client,
  protocol: fc.constantFrom('http1', 'http2', 'auto'),
  streams: fc.integer({ min: 1, max: 20 }),
  maxConnectionAge: fc.option(duration),
  dns: fc.constantFrom('each', 'once'),
  tls: fc.record({
    verify: fc.boolean(),
    ca: fc.option(fc.constant('-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----\n')),
    serverName: fc.option(fc.constant('api.example.com')),
    clientCertificate: fc.option(
      fc.record({
        certificate: fc.constant('-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----'),
        key: fc.constantFrom('•••', '-----BEGIN EC PRIVATE KEY-----\nMII\n-----END EC PRIVATE KEY-----'),
      }),
    ),
  }),
});
const auth = fc.option(
  fc.oneof(
    fc.record({ basic: fc.record({ username: word, password: fc.oneof(text, fc.constant('•••')) }) }),
    fc.record({ bearer: fc.constantFrom('•••', 'abc.def', '{{token}}', '{{row.key}}') }),
  ),
);
/** Bodies of each kind, also the empty text beside another kind. */
const body = fc.oneof(
  fc.record({ body: fc.option(text) }),
  fc.record({ body: fc.constantFrom(null, ''), bodyBytes: fc.integer({ min: 1, max: 64 * 1024 * 1024 }) }),
  fc.record({ body: fc.constantFrom(null, ''), bodyFile: fc.record({ name: word, base64: fc.base64String({ maxLength: 40 }) }) }),
);
const sent = (rest: fc.Arbitrary<string>, origin: string) =>
  fc
    .tuple(
      fc.record({
        url: rest.map((path) => `${origin}${path}`),
        method: fc.constantFrom('GET', 'POST', 'PUT'),
        headers: fc.dictionary(word, fc.stringMatching(/^[ -z]{0,20}$/), { maxKeys: 4 }),
        auth,
      }),
      body,
    )
    .map(([said, its]) => ({ ...said, ...its }));
const extraction = fc.oneof(
  path,
  fc.record({ header: word }),
  fc.record({ regex: fc.constantFrom('id=(\\d+)', '(a)(b)?'), group: fc.constantFrom(0, 1) }),
  fc.record({ regex: fc.constant('id=(\\d+)') }),
);
const origins = fc.constantFrom('http://127.0.0.1:8080', 'https://localhost');
const one = origins.chain((origin) => fc.record({ target: sent(fc.constantFrom('/', '/a?b={{uuid}}', '/{{row.key}}'), origin) }));
const several = origins.chain((origin) =>
  fc
    .record({
      requestOrder: fc.constantFrom('auto', 'mix', 'sequence'),
      rows: fc.array(
        fc.record({
          sent: sent(fc.constantFrom('/', '/{{token}}', '/{{seq}}'), origin),
          weight: fc.integer({ min: 1, max: 1000 }),
          extract: fc.dictionary(fc.constantFrom('token', 'id_2'), extraction),
          checks,
        }),
        { minLength: 1, maxLength: 4 },
      ),
      handsOn: fc.boolean(),
    })
    .map(({ requestOrder, rows, handsOn }) => {
      const sequence = requestOrder === 'sequence' || (requestOrder === 'auto' && handsOn);
      return {
        requestOrder,
        requests: rows.map((row, index) => ({
          ...row.sent,
          name: `request ${index}`,
          ...(sequence ? { extract: row.extract } : { weight: row.weight }),
          checks: row.checks,
        })),
      };
    }),
);
const plan: fc.Arbitrary<Plan> = fc
  .tuple(
    fc.oneof(one, several),
    fc.record(
      {
        version: fc.constant(1),
        $schema: fc.constant('https://plimsoll.example/plan.json'),
        name: fc.string({ minLength: 1, maxLength: 30 }),
        connection: fc.oneof(
          reusing,
          fc.record({ client, keepAlive: fc.boolean(), maxRequestsPerConnection: fc.option(fc.integer({ min: 1, max: 99 })) }),
          fc.record({ pipelining: fc.integer({ min: 1, max: 64 }), maxActiveRequests: fc.option(fc.integer({ min: 64, max: 999 })) }),
        ),
        load: fc.oneof(closed, open),
        generators: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 64 })),
        workers: fc.record({ label: fc.option(fc.constantFrom('eu', 'rack-7')) }),
        warmup: fc.constantFrom('0s', '2s'),
        timeout: duration,
        checks,
        thresholds: fc.subarray(['p(99) < 250ms', 'error_rate < 1%', 'throughput > 1000', 'p(99){request 0} < 80ms']),
        abortOnFail: fc.boolean(),
        data: fc.record({
          format: fc.constant('csv'),
          text: fc.constantFrom('key\n1\n2\n', 'key,b\n"a,""b""",2'),
          order: fc.constantFrom('roundRobin', 'random', 'once'),
        }),
        errorStatuses: fc.constantFrom('4xx-5xx', '5xx', 'none'),
        autoStop: fc.boolean(),
        resources: fc.record({
          process: fc.constantFrom('auto', 'off'),
          scrape: fc.constantFrom([], [{ name: 'node', url: 'http://127.0.0.1:9100/metrics' }]),
        }),
        tags: fc.dictionary(word, text, { maxKeys: 4 }),
        note: text,
      },
      { requiredKeys: ['version', 'name', 'load'] },
    ),
  )
  .map(([requests, rest]) => ({ ...rest, ...requests }))
  .map((input) => planSchema.safeParse(input))
  .filter((parsed) => parsed.success)
  .map((parsed) => requireOne(parsed.data as Plan));

const there = { ...emptyRequest, url: 'http://127.0.0.1/' };
const aimed = { ...emptyForm, requestRows: [there] };

describe('the launch form', { timeout: 30_000 }, () => {
  it('gives back the same plan it was filled from', () => {
    fc.assert(
      fc.property(plan, (original) => {
        const { input, problems } = formToPlan(planToForm(original));
        expect(problems).toEqual([]);
        expect(planSchema.parse(input)).toEqual(original);
      }),
      { numRuns: 300 },
    );
  });

  it('goes through YAML and back without a loss', () => {
    fc.assert(
      fc.property(plan, (original) => {
        const read = parsePlanYaml(planToYaml(original), issueSentence);
        if (!('plan' in read)) throw new Error(JSON.stringify(read.problems));
        expect(planSchema.parse(formToPlan(planToForm(read.plan)).input)).toEqual(original);
      }),
      { numRuns: 200 },
    );
  });

  it('is held to plans of every kind', () => {
    const plans = fc.sample(plan, { numRuns: 150, seed: 7 });
    const requests = plans.flatMap((drawn) => drawn.requests ?? []);
    const drawn = {
      target: plans.filter(({ target }) => target !== null),
      data: plans.filter(({ data }) => data !== null),
      generators: plans.filter(({ generators }) => generators > 1),
      workers: plans.filter(({ workers }) => workers.label !== null),
      abortOnFail: plans.filter(({ abortOnFail }) => abortOnFail),
      clientCertificate: plans.filter(({ connection }) => connection.tls.clientCertificate !== null),
      ofOneRequest: plans.filter(({ thresholds }) => thresholds.includes('p(99){request 0} < 80ms')),
      extract: requests.filter(({ extract }) => Object.keys(extract).length > 0),
      weight: requests.filter(({ weight }) => weight > 1),
      bodyFile: requests.filter(({ bodyFile }) => bodyFile !== null),
      bodyBytes: requests.filter(({ bodyBytes }) => bodyBytes !== null),
      auth: requests.filter((request) => request.auth !== null),
    };
    for (const [kind, found] of Object.entries(drawn)) expect(found.length, kind).toBeGreaterThan(2);
  });

  it('has a field for all that a plan says today', () => {
    for (const drawn of fc.sample(plan, { numRuns: 100, seed: 3 })) {
      const { extra, requestRows } = planToForm(drawn);
      expect(extra).toEqual({ plan: {}, workers: {}, connection: {}, tls: {}, load: {} });
      expect(requestRows.map((row) => row.extra)).toEqual(requestRows.map(() => ({})));
    }
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
    const { problems } = judgeForm({ ...aimed, model: 'closed', connections: 'many' }, undefined);
    expect(problems).toEqual([{ field: '/load/connections', message: '"many" is no number.' }]);
  });

  it('refuses a header given twice instead of keeping the last', () => {
    const headers = [
      { name: 'a', value: '1' },
      { name: 'a', value: '2' },
    ];
    const { problems } = judgeForm({ ...emptyForm, requestRows: [{ ...there, headers }] }, undefined);
    expect(problems[0]).toEqual({ field: '/target/headers/a', message: '"a" is given twice.' });
  });

  it('says on the row of a request what is wrong with it', () => {
    const rows = [
      { ...there, key: 0, name: 'login' },
      { ...there, key: 1, name: 'login', url: 'http://127.0.0.2/', weight: '' },
      { ...there, key: 2, name: 'list', body: { kind: 'bytes' as const, text: null, bytes: 'a few', file: null } },
    ];
    const { problems } = judgeForm({ ...emptyForm, several: true, requestRows: rows }, undefined);
    expect(Object.fromEntries(problems.map(({ field, message }) => [field, message]))).toMatchObject({
      '/requests/1/weight': 'Its share?',
      '/requests/2/bodyBytes': '"a few" is no number.',
    });
    const readable = rows.map((row) => ({ ...row, weight: '1', body: emptyRequest.body }));
    expect(judgeForm({ ...emptyForm, several: true, requestRows: readable }, undefined).problems.map(({ field }) => field)).toEqual([
      '/requests/1/name',
      '/requests/1/url',
    ]);
  });

  it('places a problem past the rows that were left empty', () => {
    const { problems } = judgeForm(
      { ...aimed, checks: [emptyCheck, { ...emptyCheck, kind: 'maxResponseTime', value: 'soon' }] },
      undefined,
    );
    expect(problems.map(({ field }) => field)).toEqual(['/checks/0/maxResponseTime']);
    expect(planIndexes([emptyCheck, { ...emptyCheck, value: '200' }], isBlankCheck)).toEqual([null, 0]);
  });

  it('forgets weights in a sequence and has them back in a mix', () => {
    const rows = [
      { ...there, key: 0, name: 'a', weight: '3' },
      { ...there, key: 1, name: 'b', weight: '1' },
    ];
    const weights = (requestOrder: 'mix' | 'sequence') =>
      judgeForm({ ...emptyForm, several: true, requestRows: rows, requestOrder }, undefined).body?.requests?.map(({ weight }) => weight);
    expect(weights('sequence')).toEqual([1, 1]);
    expect(weights('mix')).toEqual([3, 1]);
  });
});
