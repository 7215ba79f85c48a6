import { api } from '@plimsoll/contracts/paths';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Ask, problemIn } from '../support/asking.ts';
import { type Document, openHostile } from '../support/hostile-requests.ts';
import { useApi } from '../support/scene.ts';
import { finishedRun, planInput } from '../support/stored-runs.ts';

const { test, boss } = useApi();
let runId: string;
beforeAll(async () => {
  runId = (await finishedRun(test, boss)).id;
});

/** Never a 500, and every refusal is a problem with a sentence. */
function expectAnswer(answer: Awaited<ReturnType<Ask>>, label: string): void {
  expect(answer.status, `${label}: ${answer.text}`).toBeLessThan(500);
  if (answer.status < 400) return;
  const problem = problemIn(answer);
  expect(problem.detail.length, label).toBeGreaterThan(5);
}

const anything = fc.jsonValue({ maxDepth: 3, stringUnit: 'grapheme' });
const settings = { numRuns: 60, interruptAfterTimeLimit: 15_000 };

/** `npm run fuzz` sends 20 000. */
const requests = Number(process.env.FUZZ_REQUESTS ?? 2000);
const seed = Number(process.env.FUZZ_SEED ?? 1);

describe('whatever is sent', () => {
  const writes: [string, string][] = [
    ['POST', api.setup],
    ['POST', api.signIn],
    ['POST', '/api/auth/sign-up/email'],
    ['POST', api.currentTeam],
    ['POST', api.teams],
    ['POST', api.tokens],
    ['POST', api.plans],
    ['POST', api.runs],
    ['POST', api.comparisons],
    ['POST', api.shares],
  ];

  it.each(writes)('%s %s answers any JSON without a 500', async (method, url) => {
    await fc.assert(
      fc.asyncProperty(anything, async (body) => expectAnswer(await boss(method, url, JSON.stringify(body)), JSON.stringify(body))),
      settings,
    );
  });

  it('answers a plan with any field turned into anything', async () => {
    const paths = [
      ['name'],
      ['target'],
      ['target', 'url'],
      ['target', 'headers'],
      ['target', 'body'],
      ['connection'],
      ['load'],
      ['load', 'connections'],
      ['load', 'duration'],
      ['load', 'stages'],
      ['warmup'],
      ['timeout'],
      ['checks'],
      ['thresholds'],
      ['tags'],
      ['note'],
      ['version'],
    ];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), fc.oneof(anything, fc.string(), fc.double()), async (path, value) => {
        const plan = structuredClone(planInput()) as unknown as Record<string, unknown>;
        const inside = path.slice(0, -1).reduce<Record<string, unknown>>((at, key) => at[key] as Record<string, unknown>, plan);
        inside[path.at(-1) ?? ''] = value;
        expectAnswer(await boss('POST', api.plans, { plan }), JSON.stringify(plan));
      }),
      { ...settings, numRuns: 300 },
    );
  });

  it(`no route answers 500 to ${requests} requests with numbers and times beyond their bounds`, { timeout: 600_000 }, async () => {
    const document = (await test.anonymous<Document>('GET', '/api/openapi.json')).body;
    const planId = (await boss<{ id: string }>('POST', api.plans, { plan: planInput() })).body.id;
    const hostile = openHostile(document, [runId, planId, crypto.randomUUID()], seed);
    const statuses = new Map<number, number>();
    for (let sent = 0; sent < requests; sent++) {
      const { method, url, body } = hostile.next();
      const answer = await boss(method, url, body === undefined ? undefined : JSON.stringify(body));
      expectAnswer(answer, `${method} ${url} ${JSON.stringify(body)?.slice(0, 2000)}`);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    }
    console.log(
      `${requests} requests: ${[...statuses]
        .sort()
        .map(([status, count]) => `${count} × ${status}`)
        .join(', ')}`,
    );
    // Some get through to what they ask for: else nothing was tried.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(requests / 50);
    // The caller is still somebody.
    expect((await boss('GET', api.runs)).status).toBe(200);
  });

  it('answers any query and any id', async () => {
    const urls = [api.runs, api.plans, '/api/v1/comparison', api.samples(runId), `/api/v1/runs/${runId}/export`];
    const keys = ['state', 'planId', 'tag', 'search', 'cursor', 'limit', 'after', 'resolution', 'format', 'base', 'candidate', 'x'];
    const text = fc.string({ unit: 'binary', maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...urls),
        fc.array(fc.tuple(fc.constantFrom(...keys), text), { maxLength: 3 }),
        async (url, pairs) => {
          const query = new URLSearchParams(pairs).toString();
          expectAnswer(await boss('GET', `${url}?${query}`), `${url}?${query}`);
        },
      ),
      { ...settings, numRuns: 200 },
    );
    await fc.assert(
      fc.asyncProperty(text, async (id) => {
        for (const path of [api.run, api.plan, api.shared, api.storedComparison]) {
          const url = path(encodeURIComponent(id.toWellFormed()));
          expectAnswer(await boss('GET', url), url);
        }
      }),
      settings,
    );
  });
});
