import { type Action, actions, can, roleSchema, roles, scopeAllows, scopeSchema, scopes } from '@plimsoll/contracts/account';
import { api } from '@plimsoll/contracts/paths';
import { askTeamExport } from '@plimsoll/store/team-exports';
import { addTeamHost } from '@plimsoll/store/team-hosts';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../src/app.ts';
import type { RouteAction } from '../../src/auth/access.ts';
import type { Ask } from '../support/asking.ts';
import { findTeamId, findUserId, invite, makeToken, member, otherTeam } from '../support/people.ts';
import { useApi } from '../support/scene.ts';
import { finishedRun, planInput } from '../support/stored-runs.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

interface RouteRow {
  readonly method: string;
  readonly url: string;
  readonly action: RouteAction | 'none';
}

/** Callers of each route, written down a second time on purpose: a new route fails here until somebody has thought about it. */
const expected: Readonly<Record<string, RouteAction>> = {
  'GET /api/v1/health': 'public',
  'GET /livez': 'public',
  'GET /readyz': 'public',
  // Its own guard is tested in metrics.test.ts.
  'GET /metrics': 'public',
  'GET /api/v1/system': 'public',
  'GET /api/v1/plan.schema.json': 'public',
  'GET /api/openapi.json': 'public',
  'GET /api/v1/setup': 'public',
  'POST /api/v1/setup': 'public',
  'GET /api/v1/session': 'person',
  'POST /api/v1/session/team': 'person',
  'POST /api/v1/teams': 'person',
  'GET /api/v1/workers': 'worker.view',
  'POST /api/v1/workers/:id/drain': 'operator',
  'DELETE /api/v1/workers/:id/drain': 'operator',
  'POST /api/v1/stop-all': 'team.stop',
  'GET /api/v1/stop-all': 'operator',
  'DELETE /api/v1/stop-all': 'operator',
  'POST /api/auth/sign-in/email': 'public',
  'POST /api/auth/sign-in/second-step': 'public',
  'POST /api/auth/sign-up/email': 'public',
  'POST /api/auth/sign-in/oidc': 'public',
  'GET /api/auth/oidc/callback': 'public',
  // Its logout token is signed by the provider.
  'POST /api/auth/oidc/backchannel-logout': 'public',
  'POST /api/auth/break-glass': 'public',
  'POST /api/auth/sign-in/passkey/options': 'public',
  'POST /api/auth/sign-in/passkey': 'public',
  'GET /api/v1/account/passkeys': 'person',
  'POST /api/v1/account/passkeys': 'person',
  'POST /api/v1/account/passkeys/options': 'person',
  'PATCH /api/v1/account/passkeys/:id': 'person',
  'DELETE /api/v1/account/passkeys/:id': 'person',
  'POST /api/auth/sign-out': 'public',
  'POST /api/auth/change-password': 'person',
  'GET /api/v1/teams': 'person',
  'GET /api/v1/team': 'team.view',
  'PUT /api/v1/team': 'team.edit',
  'GET /api/v1/hosts': 'team.view',
  'POST /api/v1/hosts': 'team.edit',
  'POST /api/v1/hosts/:id/check': 'team.edit',
  'DELETE /api/v1/hosts/:id': 'team.edit',
  'GET /api/v1/team/retention-preview': 'team.edit',
  'GET /api/v1/team/storage': 'team.view',
  'GET /api/v1/team/sign-in': 'invitation.view',
  'GET /api/v1/members': 'member.view',
  'PATCH /api/v1/members/:userId': 'member.edit',
  'DELETE /api/v1/members/:userId': 'member.leave',
  'GET /api/v1/invitations': 'invitation.view',
  'POST /api/v1/invitations': 'invitation.create',
  'DELETE /api/v1/invitations/:id': 'invitation.revoke',
  'GET /api/v1/invitations/of/:token': 'public',
  'POST /api/v1/invitations/accept': 'public',
  'POST /api/v1/password-resets': 'member.reset',
  'POST /api/v1/password-resets/ask': 'public',
  'POST /api/v1/password-resets/use': 'public',
  'POST /api/v1/account/email': 'person',
  'PUT /api/v1/account/language': 'person',
  'GET /api/v1/account/two-factor': 'person',
  'POST /api/v1/account/two-factor': 'person',
  'POST /api/v1/account/two-factor/confirm': 'person',
  'POST /api/v1/account/two-factor/off': 'person',
  'POST /api/v1/account/two-factor/recovery-codes': 'person',
  'POST /api/v1/two-factor/off': 'operator',
  'GET /api/v1/sessions': 'person',
  'DELETE /api/v1/sessions': 'person',
  'DELETE /api/v1/sessions/:id': 'person',
  'GET /api/v1/audit': 'audit.view',
  'GET /api/v1/audit.jsonl': 'audit.view',
  'GET /api/v1/tokens': 'token.view',
  'GET /api/v1/tokens/own': 'run.view',
  'POST /api/v1/tokens': 'token.create',
  'DELETE /api/v1/tokens/:id': 'token.revoke',
  'GET /api/v1/webhooks': 'webhook.view',
  'POST /api/v1/webhooks': 'webhook.edit',
  'PATCH /api/v1/webhooks/:id': 'webhook.edit',
  'DELETE /api/v1/webhooks/:id': 'webhook.edit',
  'POST /api/v1/webhooks/:id/secret': 'webhook.edit',
  'POST /api/v1/webhooks/:id/test': 'webhook.edit',
  'GET /api/v1/webhooks/:id/deliveries': 'webhook.view',
  'POST /api/v1/webhooks/:id/deliveries/:deliveryId/again': 'webhook.edit',
  'POST /api/v1/device/code': 'public',
  'POST /api/v1/device/token': 'public',
  'POST /api/v1/device/waiting': 'person',
  'POST /api/v1/device/decide': 'person',
  'GET /api/v1/plans': 'plan.view',
  'POST /api/v1/plans': 'plan.edit',
  'GET /api/v1/plans/:id': 'plan.view',
  'PUT /api/v1/plans/:id': 'plan.edit',
  'DELETE /api/v1/plans/:id': 'plan.delete',
  'PUT /api/v1/plans/:id/baseline': 'plan.edit',
  'GET /api/v1/plans/:id/ceiling': 'plan.view',
  'GET /api/v1/plans/:id/power': 'plan.view',
  'GET /api/v1/plans/:id/trend': 'plan.view',
  'POST /api/v1/import/command': 'plan.view',
  'POST /api/v1/grpc/describe': 'run.create',
  'POST /api/v1/send-one': 'run.create',
  'GET /api/v1/runs': 'run.view',
  'POST /api/v1/runs': 'run.create',
  'GET /api/v1/runs/:id': 'run.view',
  'PATCH /api/v1/runs/:id': 'run.edit',
  'DELETE /api/v1/runs/:id': 'run.delete',
  'POST /api/v1/runs/:id/stop': 'run.stop',
  'GET /api/v1/run-views': 'run.view',
  'POST /api/v1/run-views': 'run.edit',
  'DELETE /api/v1/run-views/:id': 'run.edit',
  'GET /api/v1/runs/:id/samples': 'run.view',
  'GET /api/v1/runs/:id/curve': 'run.view',
  'GET /api/v1/runs/:id/latency': 'run.view',
  'GET /api/v1/runs/:id/summary': 'run.view',
  'GET /api/v1/runs/:id/story': 'run.view',
  'GET /api/v1/runs/:id/traces': 'run.view',
  'GET /api/v1/runs/:id/export': 'run.view',
  // It may hold secrets that its run masks.
  'GET /api/v1/runs/:id/imported-file': 'run.create',
  'GET /api/v1/exports': 'team.export',
  'POST /api/v1/exports': 'team.export',
  'GET /api/v1/exports/:id/file': 'team.export',
  'DELETE /api/v1/exports/:id': 'team.export',
  'GET /api/v1/runs/:id/live': 'run.view',
  'GET /api/v1/runs/:id/resources': 'run.view',
  'POST /api/v1/runs/:id/resources': 'resources.add',
  'POST /api/v1/resources': 'resources.add',
  'POST /api/v1/imports': 'run.create',
  'GET /api/v1/queue': 'run.view',
  'GET /api/v1/comparison': 'comparison.view',
  'POST /api/v1/comparisons': 'comparison.create',
  'GET /api/v1/comparisons': 'comparison.view',
  'GET /api/v1/comparisons/:id': 'comparison.view',
  'GET /api/v1/comparison/export': 'comparison.view',
  'GET /api/v1/comparisons/:id/export': 'comparison.view',
  'GET /api/v1/experiments': 'experiment.view',
  'POST /api/v1/experiments': 'experiment.create',
  'GET /api/v1/experiments/:id': 'experiment.view',
  'GET /api/v1/experiments/:id/course': 'experiment.view',
  'GET /api/v1/experiments/:id/progress': 'experiment.view',
  'POST /api/v1/experiments/:id/stop': 'experiment.stop',
  'POST /api/v1/experiments/:id/more': 'experiment.create',
  'GET /api/v1/schedules': 'schedule.view',
  'POST /api/v1/schedules': 'schedule.edit',
  'GET /api/v1/schedules/:id': 'schedule.view',
  'PATCH /api/v1/schedules/:id': 'schedule.edit',
  'DELETE /api/v1/schedules/:id': 'schedule.edit',
  'GET /api/v1/plans/:id/hooks': 'hook.view',
  'POST /api/v1/plans/:id/hooks': 'hook.create',
  'DELETE /api/v1/plan-hooks/:id': 'hook.revoke',
  // Its secret is in the path.
  'POST /api/v1/hooks/:token': 'public',
  'POST /api/v1/shares': 'share.create',
  'GET /api/v1/shares': 'share.view',
  'DELETE /api/v1/shares/:id': 'share.revoke',
  'DELETE /api/v1/shares': 'share.revoke',
  'GET /api/v1/shared/:token': 'public',
  'GET /s/:token/preview.png': 'public',
  'GET /s/:token/badge.svg': 'public',
  'GET /s/:token/embed': 'public',
  'POST /api/v1/plans/:id/badge': 'share.create',
  'GET /api/v1/plans/:id/badge': 'share.view',
  'DELETE /api/v1/plans/:id/badge': 'share.revoke',
  'GET /badge/:file': 'public',
  'POST /mcp': 'run.view',
  // They answer 405, whoever asks.
  'GET /mcp': 'public',
  'DELETE /mcp': 'public',
};
/** What a person may ask who still has to turn on a second factor, or to show one: the account page's own questions. */
const beforeSecondFactor: readonly string[] = [
  'GET /api/v1/session',
  'GET /api/v1/account/passkeys',
  'POST /api/v1/account/passkeys',
  'POST /api/v1/account/passkeys/options',
  'PUT /api/v1/account/language',
  'GET /api/v1/account/two-factor',
  'POST /api/v1/account/two-factor',
  'POST /api/v1/account/two-factor/confirm',
  'GET /api/v1/sessions',
  'DELETE /api/v1/sessions',
  'DELETE /api/v1/sessions/:id',
];
/** Callers that are nobody here: without credentials, with a token whose maker left the team, with the token of a shared link. */
const nobody: readonly string[] = ['anonymous', 'removed token', 'share link'];
/** They ask for a token: a session is nobody there. */
const ofTokens: readonly string[] = ['GET /api/v1/tokens/own', 'POST /mcp'];
/** Pages that hold nothing. */
const openPages = /^(GET|HEAD|POST) \/(api\/docs|assets\/|s\/:token$|$)/;

describe('every route has its row in the table of who may do what', () => {
  const { test, boss } = useApi();
  const rows: RouteRow[] = [];
  const askers: Record<string, Ask> = {};
  /** Ids of the first team's things. */
  let ids: Record<string, string>;

  beforeAll(async () => {
    const seen = await buildAppWith(test, rows);
    await seen.close();
    const teamId = await findTeamId(boss);
    askers.anonymous = test.anonymous;
    askers.other = await otherTeam(test);
    for (const role of roles) askers[role] = role === 'owner' ? boss : await member(test, teamId, role);
    for (const scope of scopes) askers[`token:${scope}`] = await makeToken(test, boss, [scope]);
    const run = await finishedRun(test, boss, { seconds: 12 });
    const second = await finishedRun(test, boss, { seconds: 12 });
    const comparison = await boss<{ id: string }>('POST', api.comparisons, { base: [run.id], candidates: [[second.id]] });
    const share = await boss<{ id: string; url: string }>('POST', api.shares, { runId: run.id });
    const shareToken = share.body.url.split('/s/')[1] ?? '';
    expect((await test.anonymous('GET', api.shared(shareToken))).status).toBe(200);
    askers['share link'] = test.as({ authorization: `Bearer ${shareToken}` });
    askers.removed = await member(test, teamId, 'admin');
    askers['removed token'] = await makeToken(test, askers.removed);
    expect((await boss('DELETE', api.member(await findUserId(askers.removed)))).status).toBe(204);
    const plan = await boss<{ id: string }>('POST', api.plans, { plan: planInput() });
    const token = await boss<{ id: string }>('POST', api.tokens, { name: 'a' });
    const experiment = await boss<{ id: string }>('POST', api.experiments, { kind: 'aa', variants: [{ name: 'a', plan: planInput() }] });
    const webhook = await boss<{ webhook: { id: string } }>('POST', api.webhooks, {
      name: 'a',
      url: 'https://hooks.example.com/',
      events: ['run.finished'],
    });
    const delivery = await boss<{ id: string }>('POST', api.testWebhook(webhook.body.webhook.id));
    const invitation = await boss<{ id: string }>('POST', api.invitations, { role: 'viewer' });
    const times = { name: 'nightly', planId: plan.body.id, cron: '0 3 * * *' };
    const schedule = await boss<{ id: string }>('POST', api.schedules, times);
    const hook = await boss<{ id: string }>('POST', api.planHooks(plan.body.id), { name: 'deploy' });
    ids = {
      members: await findUserId(boss),
      invitations: invitation.body.id,
      runs: run.id,
      comparisons: comparison.body.id,
      shares: share.body.id,
      plans: plan.body.id,
      tokens: token.body.id,
      hosts: (await addTeamHost(test.context.db, teamId, 'shop.example.com'))?.host.id ?? '',
      experiments: experiment.body.id,
      webhooks: webhook.body.webhook.id,
      delivery: delivery.body.id,
      schedules: schedule.body.id,
      'plan-hooks': hook.body.id,
      exports: (await askTeamExport(test.context.db, teamId, null))?.id ?? '',
    };
    expect(Object.values(ids).every(Boolean)).toBe(true);
  });

  /** The same app once more, with an ear on the routes it registers. */
  async function buildAppWith(api: TestApi, into: RouteRow[]) {
    return buildApp(api.context, undefined, (route) => {
      for (const method of [route.method].flat()) into.push({ method, url: route.url, action: route.config?.action ?? 'none' });
    });
  }

  it('lists no route that this table does not know, and the other way round', () => {
    const found = rows.map(({ method, url }) => `${method} ${url}`).filter((name) => !openPages.test(name));
    expect(found.sort()).toEqual(Object.keys(expected).sort());
    for (const { method, url, action } of rows) {
      const name = `${method} ${url}`;
      expect(action, name).toBe(openPages.test(name) ? 'public' : expected[name]);
    }
  });

  const guarded = Object.entries(expected).filter(([, action]) => (actions as readonly string[]).includes(action)) as [string, Action][];

  it.each(guarded)('answers %s by the table (%s)', async (name, action) => {
    const [method = '', url = ''] = name.split(' ');
    const kind = url.split('/')[3] ?? '';
    const path = url.replace(/:id|:userId/, ids[kind] ?? '').replace(':deliveryId', ids.delivery ?? '');
    // Nothing below may change what the next one looks at: bodies are refused after the guard, reads and stops are harmless.
    const body = method === 'POST' || method === 'PUT' || method === 'PATCH' ? '{"unknown":1}' : undefined;
    const harmless = method !== 'DELETE';
    for (const [who, ask] of Object.entries(askers)) {
      const allowed = allowedTo(who, action);
      // A stream would not end: its guard is the same hook, and live.test.ts asks it.
      if (url.endsWith('/live') && allowed !== false) continue;
      if (!harmless && allowed === true) continue;
      // A file, for the one route that takes no JSON.
      const headers = { 'content-type': url.endsWith(':id/resources') ? 'text/csv' : 'application/json' };
      const { status } = await ask(method, path, body, body === undefined ? {} : headers);
      const label = `${who} ${name}`;
      if (nobody.includes(who) || (ofTokens.includes(name) && allowed && !who.startsWith('token:'))) expect(status, label).toBe(401);
      else if (who === 'other') expect(status === 404 || !/:id|:userId/.test(url) || status === 400, `${label}: ${status}`).toBe(true);
      else if (allowed) expect([200, 201, 202, 400, 409], `${label}: ${status}`).toContain(status);
      else expect(status, label).toBe(403);
    }
  });

  it.each(Object.keys(expected).filter((name) => expected[name] === 'person'))(
    'takes no token and nobody unknown for a person: %s',
    async (name) => {
      const [method = '', url = ''] = name.split(' ');
      for (const [who, ask] of Object.entries(askers)) {
        const refused = nobody.includes(who) || who.startsWith('token:');
        // A caller with the right would be signed out.
        if (method === 'DELETE' && !refused) continue;
        const { status } = await ask(method, url, method === 'POST' ? '{"unknown":1}' : undefined);
        if (refused) expect(status, who).toBe(401);
        // Past the guard there is no such id.
        else expect(url.includes(':') ? [404] : [200, 400], `${who}: ${status}`).toContain(status);
      }
    },
  );

  it('lets a person who lacks the second factor do what turns it on, and nothing else', async () => {
    const strict = await startTestApi({ ...test.config, signIn: { ...test.config.signIn, secondFactor: true } });
    try {
      const ask = await member(strict, await findTeamId(boss), 'owner');
      for (const name of Object.keys(expected).filter((one) => !['public', 'none'].includes(expected[one] ?? ''))) {
        const [method = '', url = ''] = name.split(' ');
        const open = beforeSecondFactor.includes(name);
        // It would sign the asker out.
        if (open && method === 'DELETE') continue;
        const { status } = await ask(method, url, ['POST', 'PUT', 'PATCH'].includes(method) ? '{"unknown":1}' : undefined);
        const allowed = open ? [method === 'GET' ? 200 : 400] : ofTokens.includes(name) ? [401, 403] : [403];
        expect(allowed, `${name}: ${status}`).toContain(status);
      }
      const token = await invite(boss, { role: 'viewer' });
      expect((await ask('POST', api.acceptInvitation, { token })).status).toBe(403);
    } finally {
      await strict.close();
    }
  });

  it.each(Object.keys(expected).filter((name) => expected[name] === 'operator'))(
    'lets nobody but the owner of the installation: %s',
    async (name) => {
      const [method = '', url = ''] = name.split(' ');
      for (const [who, ask] of Object.entries(askers)) {
        const { status } = await ask(method, url, method === 'POST' ? '{"unknown":1}' : undefined);
        if (nobody.includes(who)) expect(status, who).toBe(401);
        else if (who === 'owner' || who === 'token:write')
          // Past the guard there is no such id.
          expect([200, 204, 400, ...(url.includes(':id') ? [404] : [])], `${who}: ${status}`).toContain(status);
        else expect(status, who).toBe(403);
      }
    },
  );

  function allowedTo(who: string, action: Action): boolean {
    if (who === 'removed' || nobody.includes(who)) return false;
    if (who === 'other') return true;
    if (who.startsWith('token:')) return scopeAllows([scopeSchema.parse(who.slice(6))], action);
    return can(roleSchema.parse(who), action);
  }
});
