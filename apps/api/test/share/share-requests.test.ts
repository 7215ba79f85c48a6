/** Plans with several requests behind a link: names, methods, masked URLs and weights; of credentials and bodies nothing, anywhere. */
import { api } from '@plimsoll/contracts/paths';
import type { PlanInput } from '@plimsoll/contracts/plan';
import type { Run } from '@plimsoll/contracts/run';
import type { Sample } from '@plimsoll/contracts/sample';
import { type Shared, type SharedPlan, sharedSchema } from '@plimsoll/contracts/share';
import { beforeAll, expect, it } from 'vitest';
import { useApi } from '../support/scene.ts';
import { complete, launch, makeRequestSample, planInput, sampleAt, timesAround } from '../support/stored-runs.ts';
import { putWebPage } from '../support/test-api.ts';
import { everythingShown, share, withoutOwnAddress } from './shares.ts';

const { test, boss } = useApi();
beforeAll(async () => {
  putWebPage(test);
});

const pem = (label: string) => `-----BEGIN ${label}-----\ncanary-pem\n-----END ${label}-----`;
const canaryFile = Buffer.from('canary-file').toString('base64');
/** Everything a plan may hold that nobody else may read; each place its own canary. */
function loginPlan(name: string, change: Partial<PlanInput> = {}): PlanInput {
  const at = (path: string) => `https://127.0.0.1:8787${path}`;
  return planInput({
    name,
    target: null,
    requests: [
      {
        name: 'login/session',
        url: at('/private/login?invite=canary-query'),
        method: 'POST',
        auth: { basic: { username: 'canary-user', password: 'canary-password' } },
        bodyFile: { name: 'canary-file-name.json', base64: canaryFile },
        extract: { canary_variable: '$.canaryToken' },
        checks: [{ bodyContains: 'canary-check' }],
      },
      { name: 'cart', url: at('/private/cart/{{row.canary_column}}'), auth: { bearer: '{{canary_variable}}' } },
      {
        name: 'admin',
        url: at('/admin'),
        auth: { bearer: 'canary-bearer' },
        headers: { 'x-canary': 'canary-header', cookie: 'canary-cookie' },
      },
      { name: 'pay', url: at('/pay'), method: 'POST', body: 'canary-body {{canary_variable}}' },
    ],
    requestOrder: 'sequence',
    data: { format: 'csv', text: 'canary_column\ncanary-row\n' },
    connection: {
      tls: {
        verify: false,
        serverName: 'canary-sni.internal',
        clientCertificate: { certificate: pem('CERTIFICATE'), key: pem('PRIVATE KEY') },
      },
    },
    thresholds: ['p(99){login/session} < 1s'],
    note: 'canary-note',
    ...change,
  });
}

const parts = ['login/session', 'cart', 'admin', 'pay'];
async function finishedMix(plan: PlanInput, ms: number): Promise<Run> {
  const run = await launch(boss, plan);
  const samples = Array.from({ length: 20 }, (_, second): Sample => {
    const whole = sampleAt(second, timesAround(ms, second, 40));
    const part = sampleAt(
      second,
      Array.from({ length: 10 }, () => ms),
    );
    const byRequest = parts.map((name) => makeRequestSample(name, part));
    return { ...whole, byRequest };
  });
  await complete(test, run.id, samples);
  return run;
}

async function contentOf(what: Record<string, unknown>): Promise<{ token: string; content: Shared['content'] }> {
  const { token } = await share(boss, what);
  const shown = await test.anonymous<Shared>('GET', api.shared(token));
  return { token, content: sharedSchema.parse(shown.body).content };
}

it('shows each request by name, method, masked URL and weight, and its figures; never what it sends or takes', async () => {
  const [base, candidate] = [await finishedMix(loginPlan('before'), 10), await finishedMix(loginPlan('after', { timeout: '20s' }), 20)];
  const made = await boss<{ id: string }>('POST', api.comparisons, { base: [base.id], candidates: [[candidate.id]] });
  const variants = [base, candidate].map(({ plan }, at) => ({ name: `v${at}`, plan }));
  const experiment = await boss<{ id: string }>('POST', api.experiments, { variants, secretsFrom: base.id, repeats: 1 });
  expect(experiment.status, experiment.text).toBe(201);
  await test.context.db.query(`UPDATE experiments SET state = 'stopped', state_reason = 'Stopped.' WHERE id = $1`, [experiment.body.id]);

  const of = {
    run: await contentOf({ runId: base.id }),
    comparison: await contentOf({ comparisonId: made.body.id }),
    experiment: await contentOf({ experimentId: experiment.body.id }),
  };
  for (const [kind, { token }] of Object.entries(of)) {
    const shown = withoutOwnAddress(await everythingShown(test, token));
    // A place in a path that a row fills is part of the path.
    for (const canary of ['canary', canaryFile, 'BEGIN'])
      expect(shown.replaceAll('row.canary_column', ''), `${kind}: ${canary}`).not.toContain(canary);
    expect(shown).toContain('invite=•••');
  }
  const plan: SharedPlan | null = of.run.content.kind === 'run' ? of.run.content.plan : null;
  expect(plan?.requests.map(({ name, method, weight }) => [name, method, weight])).toEqual([
    ['login/session', 'POST', 1],
    ['cart', 'GET', 1],
    ['admin', 'GET', 1],
    ['pay', 'POST', 1],
  ]);
  expect(plan).toMatchObject({
    sequence: true,
    url: 'https://127.0.0.1:8787/private/login?invite=•••',
    thresholds: ['p(99){login/session} < 1s'],
  });
  const byRequest = of.comparison.content.kind === 'comparison' ? of.comparison.content.comparison.candidates[0]?.byRequest : [];
  expect(byRequest?.map(({ name }) => name).sort()).toEqual([...parts].sort());
  expect((await test.anonymous('GET', `/s/${of.comparison.token}`)).text).toContain('aria-label="By request"');
  // 10 of 40 requests a second each.
  const page = (await test.anonymous('GET', `/s/${of.run.token}`)).text.replaceAll('\u00a0', ' ');
  const row = /<tr><th scope="row"[^>]*>login\/session<\/th>(.*?)<\/tr>/.exec(page)?.[1] ?? '';
  const cells = [...row.matchAll(/<td[^>]*>([^<]*)/g)].map(([, text]) => text);
  expect(cells.slice(0, 3)).toEqual(['25 %', '10/s', '0 %']);
  expect(cells[3]).toMatch(/^10(\.0)? ms$/);

  for (const format of ['csv', 'json', 'hdr'] as const) {
    const exported = (await boss('GET', api.exported(base.id, format))).text;
    for (const secret of ['canary-password', 'canary-bearer', 'canary-cookie', 'canary-pem\n-----END PRIVATE'])
      expect(exported, format).not.toContain(secret);
  }
});

it('hides the names of requests with the path or with the name, everywhere', async () => {
  const [base, candidate] = [await finishedMix(loginPlan('secret before'), 10), await finishedMix(loginPlan('secret after'), 10)];
  const other = await finishedMix(loginPlan('secret third', { requestOrder: 'auto' }), 10);
  const made = await boss<{ id: string }>('POST', api.comparisons, {
    base: [base.id],
    candidates: [[candidate.id], [other.id]],
    from: 2,
    to: 18,
  });
  expect(made.status, made.text).toBe(201);
  for (const hide of [['path'], ['name'], ['host', 'path', 'tags', 'name']])
    for (const { token, content } of [await contentOf({ runId: base.id, hide }), await contentOf({ comparisonId: made.body.id, hide })]) {
      const shown = withoutOwnAddress(await everythingShown(test, token));
      expect(shown, hide.join()).not.toContain('login/session');
      expect(shown, hide.join()).not.toContain('"cart"');
      expect(shown, hide.join()).toContain('p(99){request 1} < 1s');
      const plan = content.kind === 'run' ? content.plan : content.kind === 'comparison' ? content.candidatePlans[0] : null;
      expect(plan?.requests.map(({ name }) => name)).toEqual(['request 1', 'request 2', 'request 3', 'request 4']);
      if (hide.includes('path')) expect(shown).not.toMatch(/private|\/pay|\/admin/);
      if (hide.length === 4) for (const word of ['secret', '127.0.0.1', '8787', 'canary']) expect(shown, word).not.toContain(word);
    }
});

it('calls a request without a name by its number in the language of who reads; what an older version froze stays as it was', async () => {
  const [base, candidate] = [await finishedMix(loginPlan('secret before'), 10), await finishedMix(loginPlan('secret after'), 10)];
  const made = await boss<{ id: string }>('POST', api.comparisons, { base: [base.id], candidates: [[candidate.id]] });
  for (const what of [{ runId: base.id }, { comparisonId: made.body.id }]) {
    const { id, token } = await share(boss, { ...what, hide: ['path'] });
    const { rows } = await test.context.db.query<{ content: string }>('SELECT content::text FROM shares WHERE id = $1', [id]);
    expect(rows[0]?.content).not.toMatch(/request \d|login\/session/);
    const read = async (language: string) =>
      (await test.anonymous('GET', api.shared(token), undefined, { 'accept-language': language })).text.replaceAll('\u00a0', ' ');
    const [english, chinese] = [await read('en'), await read('zh')];
    for (const place of ['"name":"request 4"', 'p(99){request 1} < 1s']) expect(english).toContain(place);
    for (const place of ['"name":"请求 4"', 'p(99){请求 1} < 1s']) expect(chinese).toContain(place);
    for (const shown of [english, chinese]) expect(shown).not.toMatch(/[⦗⦘]/);
    expect(chinese).not.toMatch(/request \d/);
  }
  const older = await share(boss, { runId: base.id, hide: ['path'] });
  await test.context.db.query(
    `UPDATE shares SET content = regexp_replace(content::text, '⦗(\\d)⦘', 'request \\1', 'g')::jsonb WHERE id = $1`,
    [older.id],
  );
  const { content } = sharedSchema.parse(
    (await test.anonymous('GET', api.shared(older.token), undefined, { 'accept-language': 'zh' })).body,
  );
  expect(content.kind === 'run' && content.plan.requests.map(({ name }) => name)).toEqual([1, 2, 3, 4].map((at) => `request ${at}`));
});
