/** For tests: plans that fast-check makes. */
import { type Plan, planSchema } from '@plimsoll/contracts/plan';
import fc from 'fast-check';

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
/** Plans of every kind that the form holds. */
export const anyPlan: fc.Arbitrary<Plan> = fc
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
        generators: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 64 }), fc.constant([{ label: 'eu', n: 2 }, { label: 'us-1' }])),
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
