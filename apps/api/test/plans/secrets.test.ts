import type { ComparisonResult } from '@plimsoll/contracts/comparison';
import { api } from '@plimsoll/contracts/paths';
import type { Plan } from '@plimsoll/contracts/plan';
import type { Run } from '@plimsoll/contracts/run';
import { claimExperiment } from '@plimsoll/store/experiment-life';
import { claimRun } from '@plimsoll/store/run-claim';
import { describe, expect, it } from 'vitest';
import { share } from '../share/shares.ts';
import { problemIn } from '../support/asking.ts';
import { dumpRows } from '../support/dump-rows.ts';
import { KeptLog } from '../support/kept-log.ts';
import { password } from '../support/people.ts';
import { useApi } from '../support/scene.ts';
import { complete, launch, planInput, sampleAt } from '../support/stored-runs.ts';
import { secretKey } from '../support/test-api.ts';

const log = new KeptLog();
const { test, boss } = useApi({ logLevel: 'debug' }, log);

const canary = 'canary-7f3a-secret';
const url = 'http://127.0.0.1:8787/';
const withSecret = (value = canary, to = url) =>
  planInput({ target: { url: to, headers: { Authorization: `Bearer ${value}`, Accept: 'text/plain' } } });
const masked = planInput({ target: { url, headers: { Authorization: '•••', Accept: 'text/plain' } } });

/** The plan as a worker gets it. */
async function openPlanOf(run: Run): Promise<Plan | undefined> {
  const claim = await claimRun(test.context.db, run.id, 1, 'w', secretKey);
  return claim === 'later' ? undefined : claim?.plan;
}

async function secretOf(run: Run): Promise<string | undefined> {
  return (await openPlanOf(run))?.target?.headers.Authorization;
}

describe('a secret in a plan', () => {
  it('is that of each variant’s own run where an experiment is made of two runs', async () => {
    const [first, second] = [await launch(boss, withSecret('first')), await launch(boss, withSecret('second'))];
    const variants = [
      { name: 'a', plan: first.plan, secretsFrom: first.id },
      { name: 'b', plan: second.plan, secretsFrom: second.id },
    ];
    const made = await boss<{ id: string; variants: { plan: Plan }[] }>('POST', api.experiments, { variants });
    expect(made.status, made.text).toBe(201);
    expect(made.body.variants.map(({ plan }) => plan.target?.headers.Authorization)).toEqual(['•••', '•••']);
    const claimed = await claimExperiment(test.context.db, made.body.id, 'w', secretKey);
    expect(claimed?.variants.map(({ plan }) => plan.target?.headers.Authorization)).toEqual(['Bearer first', 'Bearer second']);
    const unknown = [variants[0], { ...variants[1], secretsFrom: crypto.randomUUID() }];
    expect((await boss('POST', api.experiments, { variants: unknown })).status).toBe(404);
  });

  it('is sealed at rest, masked in every answer, and whole for the worker', async () => {
    const run = await launch(boss, withSecret());
    expect(run.plan.target?.headers).toEqual({ Authorization: '•••', Accept: 'text/plain' });
    const saved = await boss<{ id: string }>('POST', api.plans, { plan: withSecret() });
    expect(await dumpRows(test.context.db)).not.toContain(canary);
    const answers = await Promise.all(
      [api.run(run.id), api.runs, api.plans, api.plan(saved.body.id), api.exported(run.id, 'json'), `${api.runs}?search=${canary}`].map(
        (path) => boss('GET', path),
      ),
    );
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(answer.text).not.toContain(canary);
      expect(answer.text).not.toContain('sealed:');
    }
    expect(await secretOf(run)).toBe(`Bearer ${canary}`);
  });

  describe('in a file that is sent as a body', () => {
    const file = (content: string) => ({ name: 'login.json', base64: Buffer.from(content).toString('base64') });
    const filePlan = (content: string) => planInput({ target: { url, method: 'POST', bodyFile: file(content) } });
    const content = `{"user":"u","password":"${canary}","note":"\u0001 ÿ"}`;
    const inBase64 = Buffer.from(`"${canary}"`).toString('base64').slice(2, -4);

    it('is sealed at rest, masked in every answer, whole for the worker, and kept where the file is posted as it was shown', async () => {
      const run = await launch(boss, filePlan(content));
      const shown = file(content.replace(canary, '•••'));
      expect(run.plan.target?.bodyFile).toEqual(shown);
      const saved = await boss<{ id: string }>('POST', api.plans, { plan: filePlan(content) });
      const rows = await dumpRows(test.context.db);
      for (const trace of [canary, inBase64, file(content).base64]) expect(rows).not.toContain(trace);
      for (const path of [api.run(run.id), api.runs, api.plans, api.plan(saved.body.id), api.exported(run.id, 'json')]) {
        const answer = await boss('GET', path);
        expect(answer.status).toBe(200);
        for (const trace of [canary, file(content).base64, 'sealed:', Buffer.from('sealed:v1').toString('base64').slice(0, 11)])
          expect(answer.text).not.toContain(trace);
      }
      expect((await openPlanOf(run))?.target?.bodyFile).toEqual(file(content));
      const again = await launch(boss, filePlan(content.replace(canary, '•••')), { secretsFrom: run.id });
      expect((await openPlanOf(again))?.target?.bodyFile).toEqual(file(content));
    });
  });

  describe('in a URL, a body or data rows', () => {
    const target = (value = canary, path = '/in') => ({
      url: `http://127.0.0.1:8787${path}?page=2&token=${value}`,
      method: 'POST' as const,
      body: `{"user":"u","password":"${value}","pin_key":4711,"n":{{seq}}}`,
    });
    const data = { format: 'csv' as const, text: `user,password\nann,${canary}-1\nbob,"${canary}-2"\n` };
    const whole = planInput({ target: target(), data });
    const shown = planInput({
      target: { ...target('•••'), body: '{"user":"u","password":"•••","pin_key":•••,"n":{{seq}}}' },
      data: { ...data, text: 'user,password\nann,•••\nbob,"•••"\n' },
    });

    it('is sealed at rest, masked in every answer, and whole for the worker', async () => {
      const run = await launch(boss, whole);
      expect(run.plan).toMatchObject({ target: shown.target ?? {}, data: shown.data ?? {} });
      const saved = await boss<{ id: string }>('POST', api.plans, { plan: whole });
      const experiment = await boss<{ id: string }>('POST', api.experiments, { kind: 'aa', variants: [{ name: 'a', plan: whole }] });
      expect(await dumpRows(test.context.db)).not.toContain(canary);
      const paths = [
        api.run(run.id),
        api.runs,
        api.plans,
        api.plan(saved.body.id),
        api.exported(run.id, 'json'),
        api.experiment(experiment.body.id),
      ];
      for (const answer of await Promise.all(paths.map((path) => boss('GET', path)))) {
        expect(answer.status).toBe(200);
        expect(answer.text).not.toContain(canary);
        expect(answer.text).not.toContain('sealed:');
      }
      expect(await openPlanOf(run)).toMatchObject({ target: target(), data });
    });

    it('lives on in a re-run, also of an edited plan, and goes to no other place', async () => {
      const first = await launch(boss, whole);
      const again = await launch(boss, shown, { secretsFrom: first.id });
      expect(await openPlanOf(again)).toMatchObject({ target: target(), data });
      const edited = planInput({ ...shown, target: { ...shown.target, url: 'http://127.0.0.1:8787/new?token=•••&page=3' } });
      const third = await launch(boss, edited, { secretsFrom: first.id });
      expect((await openPlanOf(third))?.target).toMatchObject({
        url: `http://127.0.0.1:8787/new?token=${canary}&page=3`,
        body: target().body,
      });
      const refused: [object, string][] = [
        [{ target: { ...shown.target, url: 'http://127.0.0.1:8787/?key=•••' } }, '/plan/target/url'],
        [{ target: { ...shown.target, body: '{"password":"•••","again":{"password":"•••"}}' } }, '/plan/target/body'],
        [{ data: { ...data, text: 'user,password\nbob,•••\nann,•••\n' } }, '/plan/data/text'],
        [{ target: { ...shown.target, url: 'http://127.0.0.1:9999/?token=•••' } }, '/plan/target/url'],
      ];
      for (const [change, field] of refused)
        expect(problemIn(await boss('POST', api.runs, { plan: { ...shown, ...change }, secretsFrom: first.id }))).toMatchObject({
          status: 400,
          field,
        });
    });

    it('is in no error', async () => {
      const spoilt: object[] = [
        { target: { ...target(), url: `${target().url} ` } },
        { target: { ...target(), body: `{"password":"${canary}\u0000"}` } },
        { target: target(), data: { ...data, text: `user,password\nann,${canary},more` } },
        { target: { ...target(), bodyFile: { name: 'f', base64: `${canary}!` }, body: null } },
      ];
      for (const change of spoilt) {
        const answer = await boss('POST', api.runs, { plan: { ...whole, ...change } });
        expect(answer.status).toBe(400);
        expect(answer.text).not.toContain(canary);
      }
    });

    it('makes a difference between two plans, and is not shown in it', async () => {
      const other = planInput({ target: target(`${canary}-other`), data });
      const runs = [];
      for (const plan of [whole, whole, other]) {
        const run = await launch(boss, plan);
        await complete(
          test,
          run.id,
          Array.from({ length: 12 }, (_, second) => sampleAt(second, [1000, 1100, 1200])),
        );
        runs.push(run.id);
      }
      const [a = '', b = '', c = ''] = runs;
      const same = await boss<ComparisonResult>('GET', api.comparison([a], [b]));
      expect(same.body.candidates[0]?.comparability.differences.filter(({ kind }) => kind === 'plan')).toEqual([]);
      const differs = await boss<ComparisonResult>('GET', api.comparison([a], [c]));
      const fields = differs.body.candidates[0]?.comparability.differences.filter(({ kind }) => kind === 'plan').map(({ field }) => field);
      expect(fields).toEqual(['target.url', 'target.body']);
      expect(differs.text).not.toContain(canary);
      expect(differs.text).not.toMatch(/token=•••[\w-]/);
    });

    it('of an older row, which has it in the open, is masked and runs', async () => {
      const run = await launch(boss, whole);
      const old = JSON.stringify({ target: { ...run.plan.target, ...target() }, data: { ...run.plan.data, ...data } });
      await test.context.db.query('UPDATE runs SET plan = plan || $2 WHERE id = $1', [run.id, old]);
      const answer = await boss('GET', api.run(run.id));
      expect(answer.text).not.toContain(canary);
      expect(await openPlanOf(run)).toMatchObject({ target: target(), data });
      await test.context.db.query('DELETE FROM runs WHERE id = $1', [run.id]);
    });
  });

  it('may be the private key of a client certificate: sealed, masked, kept for a re-run, whole for the worker', async () => {
    const pem = (label: string, body: string) => `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----`;
    const secure = (key: string) =>
      planInput({
        target: { url: 'https://127.0.0.1:8443/' },
        connection: { tls: { clientCertificate: { certificate: pem('CERTIFICATE', 'public'), key } } },
      });
    const key = pem('PRIVATE KEY', canary);
    const first = await launch(boss, secure(key));
    const again = await launch(boss, secure('•••'), { secretsFrom: first.id });
    expect(await dumpRows(test.context.db)).not.toContain(canary);
    for (const run of [first, again]) {
      expect((await boss('GET', api.run(run.id))).text).not.toContain(canary);
      expect((await boss<Run>('GET', api.run(run.id))).body.plan.connection.tls.clientCertificate?.key).toBe('•••');
      expect((await openPlanOf(run))?.connection.tls.clientCertificate?.key).toBe(key);
    }
    const nowhere = await boss('POST', api.runs, { plan: secure('•••') });
    expect(nowhere.status).toBe(400);
    expect(nowhere.text).toContain('/plan/connection/tls/clientCertificate/key');
  });

  it('lives on in a re-run, an edited re-run and a saved plan', async () => {
    const first = await launch(boss, withSecret());
    const again = await launch(boss, masked, { secretsFrom: first.id });
    expect(await secretOf(again)).toBe(`Bearer ${canary}`);
    const thirdHand = await launch(boss, masked, { secretsFrom: again.id });
    expect(await secretOf(thirdHand)).toBe(`Bearer ${canary}`);
    const saved = await boss<{ id: string }>('POST', api.plans, { plan: masked, secretsFrom: first.id });
    const put = await boss('PUT', api.plan(saved.body.id), { plan: { ...masked, name: 'renamed' } });
    expect(put.status, put.text).toBe(200);
    const fromPlan = await boss<Run>('POST', api.runs, { planId: saved.body.id });
    expect(fromPlan.body.plan).toMatchObject({ name: 'renamed', target: { headers: { Authorization: '•••' } } });
    expect(await secretOf(fromPlan.body)).toBe(`Bearer ${canary}`);
    const replaced = await launch(boss, withSecret('another'), { secretsFrom: first.id });
    expect(await secretOf(replaced)).toBe('Bearer another');
  });

  it('cannot be sent elsewhere by somebody who cannot read it', async () => {
    const first = await launch(boss, withSecret());
    const elsewhere = planInput({ target: { url: 'http://127.0.0.1:9999/', headers: { Authorization: '•••' } } });
    const field = '/plan/target/headers/Authorization';
    expect(problemIn(await boss('POST', api.runs, { plan: elsewhere, secretsFrom: first.id }))).toMatchObject({ status: 400, field });
    expect(problemIn(await boss('POST', api.runs, { plan: masked }))).toMatchObject({ status: 400, field });
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect(problemIn(await boss('POST', api.runs, { plan: masked, secretsFrom: unknown }))).toMatchObject({ status: 404 });
    const plain = planInput({ target: { url, headers: { Accept: '•••' } } });
    expect(problemIn(await boss('POST', api.runs, { plan: plain })).field).toBe('/plan/target/headers/Accept');
  });

  it('is in no log, and neither are passwords, cookies, tokens and share links', async () => {
    const made = await boss<{ token: string }>('POST', api.tokens, { name: 'x' });
    const program = test.as({ authorization: `Bearer ${made.body.token}` });
    const run = await launch(program, withSecret());
    const samples = [sampleAt(0, [1, 2, 3])];
    await complete(test, run.id, samples);
    const { token } = await share(boss, { runId: run.id });
    for (const path of [api.shared(token), `/s/${token}`, `${api.runs}?token=${canary}`]) await program('GET', path);
    await test.anonymous('POST', api.signIn, { email: 'owner@example.com', password: canary });
    await boss('POST', api.runs, { plan: planInput({ target: { url, headers: { 'x-api-key': `${canary}\u0001\n` } } }) });
    expect(log.text.length).toBeGreaterThan(1000);
    for (const word of [canary, password, made.body.token, token, 'session_token=']) expect(log.text, word).not.toContain(word);
    expect(await dumpRows(test.context.db)).not.toContain(canary);
  });
});
