import { issueSentence } from '@plimsoll/wording/refusal-sentence';
import { requestWords } from '@plimsoll/wording/request-words';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fieldProblems, maskedSecret } from '../api/problem.ts';
import { type Plan, type PlanInput, planSchema } from '../plan/plan.ts';
import { findSecrets, maskSecrets } from '../plan/plan-secrets.ts';
import { parsePlanYaml, planToYaml } from '../plan/plan-yaml.ts';
import { extractionSchema, isSequence, listRequests, planUrl, requestPath } from './requests.ts';

const url = 'http://127.0.0.1:8080/';
type Requests = NonNullable<PlanInput['requests']>;
const read = (requests: Requests, rest: Partial<PlanInput> = {}) =>
  planSchema.safeParse({ version: 1, name: 'x', load: { model: 'closed', connections: 1, requests: 1 }, requests, ...rest });

function planOf(requests: Requests, rest: Partial<PlanInput> = {}): Plan {
  const parsed = read(requests, rest);
  if (!parsed.success) throw parsed.error;
  return parsed.data;
}
const problems = (requests: Requests, rest: Partial<PlanInput> = {}) =>
  fieldProblems(read(requests, rest).error ?? new z.ZodError([]), {}, issueSentence).map(
    ({ field, message }) => `${field.slice(1)}: ${message}`,
  );

const login = { name: 'login', url: `${url}login`, method: 'POST', body: '{}', extract: { token: '$.token' } } as const;
const use = { name: 'use', url: `${url}use`, auth: { bearer: '{{token}}' } } as const;

describe('a plan with several requests', () => {
  test('is a sequence where one of them extracts, else a mix, unless it says so', () => {
    expect(isSequence(planOf([login, use]))).toBe(true);
    expect(
      isSequence(
        planOf([
          { name: 'a', url },
          { name: 'b', url },
        ]),
      ),
    ).toBe(false);
    expect(isSequence(planOf([{ name: 'a', url }], { requestOrder: 'sequence' }))).toBe(true);
    const plan = planOf([login, use]);
    expect([planUrl(plan), requestWords(plan)]).toEqual([`${url}login`, '2 requests in sequence · http://127.0.0.1:8080']);
    expect(requestWords(planOf([{ name: 'a', url }]))).toBe('1 request by weight · http://127.0.0.1:8080');
    expect([listRequests(plan).map(({ name, weight }) => [name, weight]), requestPath(plan, 1)]).toEqual([
      [
        ['login', 1],
        ['use', 1],
      ],
      ['requests', 1],
    ]);
  });

  test('a plan with a target reads as one request without a name', () => {
    const plan = planOf(undefined as never, { requests: null, target: { url } });
    expect(listRequests(plan)).toMatchObject([{ name: '', url, extract: {}, checks: [] }]);
    expect([isSequence(plan), requestPath(plan, 0), requestWords(plan)]).toEqual([false, ['target'], `GET ${url}`]);
  });

  test('survives YAML with everything a request can have', () => {
    const plan = planOf(
      [
        {
          ...login,
          auth: { basic: { username: 'ann', password: 'pä:ss # "1"' } },
          extract: { token: "$.a['b c'][0]", place: { header: 'Location' }, id: { regex: 'id="(\\d+)": (?<x>.)', group: 2 } },
          checks: [{ status: '2xx' }, { bodyContains: 'ok' }],
        },
        { ...use, method: 'PUT', bodyFile: { name: 'ü.bin', base64: 'AAECew==' }, headers: { 'X-Id': '{{id}}{{"{{"}}' } },
      ],
      { thresholds: ['p(99){login} < 80ms'] },
    );
    expect(parsePlanYaml(planToYaml(plan), issueSentence)).toEqual({ plan });
  });

  test.each<[string, Requests, Partial<PlanInput>, string]>([
    ['both', [use], { target: { url } }, 'target: "target" and "requests" exclude each other.'],
    ['neither', undefined as never, { requests: null }, 'target: Say what to request: a target, or requests.'],
    [
      'an order without requests',
      undefined as never,
      { requests: null, target: { url }, requestOrder: 'mix' },
      'requestOrder: "requestOrder"',
    ],
    [
      'one name twice',
      [
        { name: 'a', url },
        { name: 'a', url },
      ],
      {},
      'requests/1/name: The name "a" is given twice.',
    ],
    [
      'two origins',
      [
        { name: 'a', url },
        { name: 'b', url: 'http://127.0.0.1:8081/' },
      ],
      {},
      'requests/1/url: All requests of a plan go to one',
    ],
    ['weights in a sequence', [login, { ...use, weight: 2 }], {}, 'requests/1/weight: A sequence sends every request once a turn'],
    ['values in a mix', [login], { requestOrder: 'mix' }, 'requests/0/extract: In a mix no request follows another.'],
    ['a value nobody extracts', [use], { requestOrder: 'sequence' }, 'No earlier request extracts "token". Known: {{uuid}}'],
    ['a value extracted later', [use, login], {}, 'requests/0/auth/bearer: No earlier request extracts "token".'],
    ['a value in a mix', [use], {}, 'requests/0/auth/bearer: Unknown template {{token}}.'],
    ['a threshold on nobody', [login, use], { thresholds: ['p(99){loginn} < 1s'] }, 'thresholds/0: The plan has no request "loginn".'],
    ['a name that cannot stand in a threshold', [{ name: 'a}', url }], {}, 'requests/0/name: A name is 1 to 80'],
    ['no name', [{ name: '', url }], {}, 'requests/0/name: A name is 1 to 80'],
    ['no request', [], {}, 'requests: '],
    [
      'bodies that fill the memory',
      [1, 2].map((n) => ({ name: `r${n}`, url, method: 'POST', bodyBytes: 33 * 1024 * 1024 })),
      {},
      'requests: The generated bodies of all requests have more than 64 MB together.',
    ],
    ['a weight of 0', [{ name: 'a', url, weight: 0 }], {}, 'requests/0/weight: A weight is at least 1.'],
    ['a value named like a template', [{ ...login, extract: { seq: '$.a' } }], {}, 'This name is a template of its own.'],
    [
      'a body with GET',
      [{ name: 'a', url, bodyFile: { name: 'f', base64: 'AA==' } }],
      {},
      'requests/0/bodyFile: A body with GET would be dropped',
    ],
    ['two bodies', [{ name: 'a', url, method: 'POST', body: 'x', bodyFile: { name: 'f', base64: 'AA==' } }], {}, 'exclude each other'],
    [
      'a file that is no base64',
      [{ name: 'a', url, method: 'POST', bodyFile: { name: 'f', base64: '?' } }],
      {},
      'The file is base64 text.',
    ],
    ['a line break in its name', [{ name: 'a\nb', url }], {}, 'requests/0/name'],
    ['a control character in its name', [{ name: 'a\u0007', url }], {}, 'requests/0/name'],
    ['a colon in a user name', [{ name: 'a', url, auth: { basic: { username: 'a:b', password: '' } } }], {}, 'holds no ":"'],
    ['a token with a space', [{ name: 'a', url, auth: { bearer: 'a b' } }], {}, 'visible ASCII without spaces'],
    [
      'two credentials',
      [{ name: 'a', url, headers: { authorization: 'x' }, auth: { bearer: 'a' } }],
      {},
      'requests/0/auth: "auth" and an Authorization',
    ],
    [
      'a template that is wrong',
      [{ name: 'a', url, auth: { basic: { username: 'a', password: '{{row.p}}' } } }],
      {},
      'requests/0/auth/basic/password: {{row.p}} needs data rows.',
    ],
  ])('with %s is refused in its place', (_what, requests, rest, sentence) => {
    expect(problems(requests, rest).join('\n')).toContain(sentence);
  });
});

describe('an extraction', () => {
  test('is a JSON path, a header or a group of a regular expression', () => {
    for (const good of ['$', '$.a[0].b', { header: 'X-Id' }, { regex: '(a)(b)', group: 2 }, { regex: 'a', group: 0 }])
      expect(extractionSchema.safeParse(good).success).toBe(true);
    expect(extractionSchema.parse({ regex: 'id=(\\d+)' })).toEqual({ regex: 'id=(\\d+)', group: 1 });
  });

  test.each([
    ['token', 'A path names one place'],
    ['$.a[*]', 'A path names one place'],
    [{ header: 'a b' }, 'This is not a header name.'],
    [{ regex: '(a' }, 'nterminated group'],
    [{ regex: '(a)|*' }, 'Nothing to repeat'],
    [{ regex: 'a' }, 'The regular expression has 0 groups.'],
    [{ regex: '(a)', group: 2 }, 'The regular expression has 1 groups.'],
    [{ regex: '' }, ''],
    [{ xpath: '//a' }, ''],
  ])('%j is refused', (extraction, sentence) => {
    const parsed = extractionSchema.safeParse(extraction);
    expect(parsed.success).toBe(false);
    const problems = parsed.success ? [] : fieldProblems(parsed.error, extraction, issueSentence);
    expect(JSON.stringify(problems)).toContain(sentence);
  });

  // If it were, this would go on until the test is given up on.
  test('is not run to be judged', () => {
    expect(extractionSchema.safeParse({ regex: '(?:|){99}b(c)' }).success).toBe(true);
  });
});

test('the secrets of every request are found in their place and masked, and the masked plan is one', () => {
  const plan = planOf([
    { ...login, headers: { 'X-Api-Key': 'k1', Accept: '*/*' }, auth: { basic: { username: 'ann', password: 'p1' } } },
    { name: 'b', url, auth: { bearer: 't1' } },
  ]);
  expect(findSecrets(plan).map(({ path, name, value }) => ({ path, name, value }))).toEqual([
    { path: ['requests', 0, 'headers', 'X-Api-Key'], name: 'requests.login.X-Api-Key', value: 'k1' },
    { path: ['requests', 0, 'auth', 'basic', 'password'], name: 'requests.login.auth.basic.password', value: 'p1' },
    { path: ['requests', 1, 'auth', 'bearer'], name: 'requests.b.auth.bearer', value: 't1' },
  ]);
  const masked = maskSecrets(plan);
  const told = JSON.stringify(masked);
  for (const secret of ['k1', 'p1', 't1']) expect(told).not.toContain(`"${secret}"`);
  expect([masked.requests?.[1]?.auth, masked.requests?.[0]?.headers.Accept]).toEqual([{ bearer: maskedSecret }, '*/*']);
  expect(planSchema.parse(masked)).toEqual(masked);
});

test('a credential that is nothing but a template is no secret, and one that only holds a template is', () => {
  const plan = planOf([
    login,
    { name: 'b', url, auth: { bearer: '{{token}}' } },
    { name: 'c', url, headers: { Authorization: 'Bearer {{token}}', Cookie: 'sid={{token}}' } },
  ]);
  expect(findSecrets(plan).map(({ name }) => name)).toEqual(['requests.c.Cookie']);
  expect(maskSecrets(plan).requests?.[1]?.auth).toEqual({ bearer: '{{token}}' });
});
