import { api } from '@plimsoll/contracts/paths';
import { describe, expect, it } from 'vitest';
import { problemIn } from '../support/asking.ts';
import { findUserId, makeToken, otherTeam } from '../support/people.ts';
import { useApi } from '../support/scene.ts';
import { finishedRun, launch, planInput } from '../support/stored-runs.ts';

describe('another team', () => {
  const { test, boss } = useApi();

  it('gets the same 404 for a foreign id as for an unknown, a deleted and a misspelt one', async () => {
    const stranger = await otherTeam(test);
    const strangersToken = await makeToken(test, stranger);
    const [one, two] = [await finishedRun(test, boss), await finishedRun(test, boss)];
    const gone = await finishedRun(test, boss);
    expect((await boss('DELETE', api.run(gone.id))).status).toBe(204);
    const plan = (await boss<{ id: string }>('POST', api.plans, { plan: planInput() })).body.id;
    const comparison = (await boss<{ id: string }>('POST', api.comparisons, { base: [one.id], candidates: [[two.id]] })).body.id;
    const share = (await boss<{ id: string }>('POST', api.shares, { comparisonId: comparison })).body.id;
    const token = (await boss<{ id: string }>('POST', api.tokens, { name: 't' })).body.id;
    const experiment = (await boss<{ id: string }>('POST', api.experiments, { kind: 'aa', variants: [{ name: 'a', plan: planInput() }] }))
      .body.id;
    const schedule = (await boss<{ id: string }>('POST', api.schedules, { name: 's', planId: plan, cron: '0 3 * * *' })).body.id;
    const hook = (await boss<{ id: string }>('POST', api.planHooks(plan), { name: 'h' })).body.id;
    const invitation = (await boss<{ id: string }>('POST', api.invitations, { role: 'viewer' })).body.id;
    const ola = await findUserId(boss);
    const unknown = '00000000-0000-4000-8000-000000000000';
    const plansBody = { plan: planInput() };

    const requests = (ids: {
      run: string;
      plan: string;
      comparison: string;
      share: string;
      token: string;
      experiment: string;
      invitation: string;
      schedule: string;
      hook: string;
      member: string;
    }): [string, string, unknown?][] => [
      ['GET', api.run(ids.run)],
      ['PATCH', api.run(ids.run), { note: 'mine' }],
      ['DELETE', api.run(ids.run)],
      ['POST', api.stopRun(ids.run)],
      ['GET', api.samples(ids.run)],
      ['GET', api.curve(ids.run)],
      ['GET', api.latency(ids.run)],
      ['GET', `${api.windowSummary(ids.run)}?from=0&to=5`],
      ['GET', api.runResources(ids.run)],
      ['GET', api.live(ids.run)],
      ['GET', api.exported(ids.run, 'csv')],
      ['GET', api.exported(ids.run, 'json')],
      ['GET', api.exported(ids.run, 'hdr')],
      ['GET', api.comparison([ids.run], [two.id])],
      ['POST', api.comparisons, { base: [ids.run], candidates: [[two.id]] }],
      ['GET', api.storedComparison(ids.comparison)],
      ['POST', api.shares, { runId: ids.run }],
      ['POST', api.shares, { comparisonId: ids.comparison }],
      ['DELETE', api.share(ids.share)],
      ['GET', api.plan(ids.plan)],
      ['PUT', api.plan(ids.plan), plansBody],
      ['DELETE', api.plan(ids.plan)],
      ['POST', api.runs, { planId: ids.plan }],
      ['DELETE', api.token(ids.token)],
      ['PATCH', api.member(ids.member), { role: 'viewer' }],
      ['DELETE', api.member(ids.member)],
      ['DELETE', api.invitation(ids.invitation)],
      ['GET', api.experiment(ids.experiment)],
      ['GET', api.experimentProgress(ids.experiment)],
      ['POST', api.stopExperiment(ids.experiment)],
      ['POST', api.moreRepeats(ids.experiment), { repeats: 1 }],
      ['POST', api.experiments, { kind: 'aa', planId: ids.plan, variants: [{ name: 'a', plan: planInput() }] }],
      ['PUT', api.baseline(ids.plan), { runId: null }],
      ['POST', api.planBadge(ids.plan)],
      ['GET', api.planBadge(ids.plan)],
      ['DELETE', api.planBadge(ids.plan)],
      ['GET', api.trend(ids.plan, 'p99')],
      ['GET', api.schedule(ids.schedule)],
      ['PATCH', api.schedule(ids.schedule), { paused: true }],
      ['DELETE', api.schedule(ids.schedule)],
      ['POST', api.schedules, { name: 's', planId: ids.plan, cron: '0 3 * * *' }],
      ['POST', api.schedules, { name: 's', experimentId: ids.experiment, cron: '0 3 * * *' }],
      ['GET', api.planHooks(ids.plan)],
      ['POST', api.planHooks(ids.plan), { name: 'h' }],
      ['DELETE', api.planHook(ids.hook)],
    ];
    const theirs = requests({ run: one.id, plan, comparison, share, token, experiment, invitation, schedule, hook, member: ola });
    const unknowns = requests({
      run: unknown,
      plan: unknown,
      comparison: unknown,
      share: unknown,
      token: unknown,
      experiment: unknown,
      invitation: unknown,
      schedule: unknown,
      hook: unknown,
      member: unknown,
    });
    for (const ask of [stranger, strangersToken])
      for (const [index, [method, url, body]] of theirs.entries()) {
        const foreign = await ask(method, url, body);
        // No token may look after people, whoever's they are.
        const personal = ask === strangersToken && /members|invitations/.test(url);
        expect(foreign.status, `${method} ${url}`).toBe(personal ? 403 : 404);
        const [, unknownUrl = '', unknownBody] = unknowns[index] ?? [];
        const none = await ask(method, unknownUrl, unknownBody);
        expect({ ...problemIn(foreign), requestId: '' }).toEqual({ ...problemIn(none), requestId: '' });
      }
    expect((await boss('GET', api.run(gone.id))).status).toBe(404);
    for (const bad of ['nonsense', '999', '0', '-1', '1.0', `${one.id}x`, '%00', '..%2f..'])
      expect((await boss('GET', `/api/v1/runs/${bad}`)).status, bad).toBe(404);
    // And nothing of it happened.
    expect((await boss<{ note: string }>('GET', api.run(one.id))).body.note).toBe('');
    expect((await stranger<{ total: number }>('GET', api.runs)).body.total).toBe(0);
    expect((await stranger<{ items: unknown[] }>('GET', api.tokens)).body.items).toHaveLength(1);
    for (const path of [api.plans, api.comparisons, api.shares, api.experiments, api.schedules])
      expect((await stranger<{ items: unknown[] }>('GET', path)).body.items, path).toHaveLength(0);
  });

  it('shares no idempotency keys', async () => {
    const first = await otherTeam(test);
    const second = await otherTeam(test);
    const key = { 'idempotency-key': 'same' };
    const one = await first<{ id: string }>('POST', api.runs, { plan: planInput() }, key);
    const two = await second<{ id: string }>('POST', api.runs, { plan: planInput() }, key);
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(two.body.id).not.toBe(one.body.id);
    await launch(first);
  });
});
