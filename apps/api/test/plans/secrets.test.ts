import { Writable } from 'node:stream';
import { api } from '@plimsoll/contracts/paths';
import type { Plan } from '@plimsoll/contracts/plan';
import type { Run } from '@plimsoll/contracts/run';
import { claimRun } from '@plimsoll/store/run-claim';
import { describe, expect, it } from 'vitest';
import { share } from '../share/shares.ts';
import { problemIn } from '../support/asking.ts';
import { password } from '../support/people.ts';
import { useApi } from '../support/scene.ts';
import { complete, launch, planInput, sampleAt } from '../support/stored-runs.ts';
import { secretKey } from '../support/test-api.ts';

let log = '';
const sink = new Writable({
  write(chunk, _encoding, done) {
    log += String(chunk);
    done();
  },
});
const { test, boss } = useApi({ logLevel: 'debug' }, sink);

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

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const { db } = test.context;
  const { rows } = await db.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const parts: string[] = [];
  for (const { name } of rows) parts.push(JSON.stringify((await db.query(`SELECT t::text FROM ${name} t`)).rows));
  return parts.join('\n');
}

describe('a secret in a plan', () => {
  it('is sealed at rest, masked in every answer, and whole for the worker', async () => {
    const run = await launch(boss, withSecret());
    expect(run.plan.target?.headers).toEqual({ Authorization: '•••', Accept: 'text/plain' });
    const saved = await boss<{ id: string }>('POST', api.plans, { plan: withSecret() });
    expect(await dump()).not.toContain(canary);
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
    expect(await dump()).not.toContain(canary);
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
    expect(log.length).toBeGreaterThan(1000);
    for (const word of [canary, password, made.body.token, token, 'session_token=']) expect(log, word).not.toContain(word);
    expect(await dump()).not.toContain(canary);
  });
});
