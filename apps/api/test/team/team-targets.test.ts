/** A team's own list of targets: who changes it, what it may hold, and where it holds. */
import type { AuditEntry } from '@plimsoll/contracts/audit';
import { api } from '@plimsoll/contracts/paths';
import type { System } from '@plimsoll/contracts/system';
import type { TeamSettings } from '@plimsoll/contracts/team';
import { claimRun } from '@plimsoll/store/run-claim';
import { expect, it } from 'vitest';
import { problemIn } from '../support/asking.ts';
import { findTeamId, member, otherTeam } from '../support/people.ts';
import { useApi } from '../support/scene.ts';
import { launch, planInput } from '../support/stored-runs.ts';
import { secretKey } from '../support/test-api.ts';

const { test, boss } = useApi({ targets: { mode: 'allowlist', allowed: ['loopback', '10.1.0.0/16', '*.example.com'], ownPorts: [4300] } });
const aimedAt = (url: string) => ({ plan: planInput({ target: { url } }) });

it('an admin narrows it within what the operator permits; who may only look sees it', async () => {
  const teamId = await findTeamId(boss);
  const [admin, viewer, stranger] = [await member(test, teamId, 'admin'), await member(test, teamId, 'viewer'), await otherTeam(test)];
  await boss('PUT', api.team, { name: 'Red', targets: [] });
  const before = (await boss<TeamSettings>('GET', api.team)).body;
  expect(before).toEqual({ name: 'Red', targets: [], retention: { samplesDays: null, runsDays: null }, sample: true, traceUrl: null });
  const since = new Date().toISOString();
  const changed = await admin<TeamSettings>('PUT', api.team, { targets: ['10.1.2.0/24', ' Staging.Example.com'] });
  expect(changed.body, changed.text).toEqual({ ...before, targets: ['10.1.2.0/24', 'staging.example.com'] });
  expect((await viewer<TeamSettings>('GET', api.team)).body).toEqual(changed.body);
  expect((await viewer('PUT', api.team, { targets: [] })).status).toBe(403);

  // It says so to its own, and is nobody else's.
  expect((await viewer<System>('GET', api.system)).body.targets.team).toEqual(changed.body.targets);
  expect((await stranger<System>('GET', api.system)).body.targets.team).toEqual([]);
  expect((await test.anonymous<System>('GET', api.system)).body.targets).toEqual({ mode: 'allowlist', allowed: [] });
  expect((await stranger<TeamSettings>('GET', api.team)).body.targets).toEqual([]);
  expect((await stranger('POST', api.plans, aimedAt('http://10.1.9.9/'))).status).toBe(201);

  // No team reaches a target that the operator does not permit; nothing of such a request is kept.
  for (const [target, said] of [
    ['10.0.0.0/8', 'PLIMSOLL_TARGETS'],
    ['192.0.2.1', 'PLIMSOLL_TARGETS'],
    ['169.254.169.254', 'metadata'],
    ['https://staging.example.com', 'without http://'],
  ]) {
    const refused = await admin('PUT', api.team, { name: 'Other', targets: ['10.1.2.0/24', target] });
    expect(refused.status, target).toBe(400);
    expect(problemIn(refused).errors?.[0], target).toMatchObject({ field: '/targets/1', message: expect.stringContaining(said ?? '') });
  }
  expect((await boss<TeamSettings>('GET', api.team)).body).toEqual(changed.body);

  // Hosts are proved where the operator asks for that.
  const unasked = problemIn(await admin('POST', api.hosts, { host: 'shop.example.com' }));
  expect(unasked.errors?.[0]).toMatchObject({ field: '/host', message: expect.stringContaining('PLIMSOLL_TARGETS=public-verified') });

  // The audit log names the person; a change of nothing is not in it.
  await admin('PUT', api.team, { targets: ['10.1.2.0/24'], name: 'Blue' });
  await admin('PUT', api.team, { targets: ['10.1.2.0/24'] });
  const { items } = (await boss<{ items: AuditEntry[] }>('GET', `${api.audit}?what=team.edit&from=${since}`)).body;
  expect(items.map(({ details }) => details)).toEqual([
    { from: before.name, to: 'Blue', targetsRemoved: 'staging.example.com' },
    { targetsAdded: '10.1.2.0/24, staging.example.com' },
  ]);
});

it('holds for plans, runs, experiments, what is scraped and what is asked for its types, and is told to the worker', async () => {
  await boss('PUT', api.team, { targets: ['10.1.2.0/24'] });
  const outside = aimedAt('http://10.1.9.9/');
  for (const [url, body, field] of [
    [api.plans, outside, '/plan/target/url'],
    [api.runs, outside, '/plan/target/url'],
    [api.experiments, { kind: 'aa', variants: [{ name: 'a', ...outside }] }, '/variants/0/plan/target/url'],
    [
      api.plans,
      { plan: planInput({ resources: { scrape: [{ name: 'a', url: 'http://10.1.9.9/metrics' }] } }) },
      '/plan/resources/scrape/0/url',
    ],
    [api.describeGrpc, { url: 'grpc://10.1.9.9:50051', reflection: true }, '/url'],
  ] as const) {
    const refused = problemIn(await boss('POST', url, body));
    expect(refused, url).toMatchObject({ code: 'target_refused', errors: [{ field }] });
    expect(refused.errors?.[0]?.message).toContain('Team → Targets');
  }
  for (const url of ['http://10.1.2.9/', 'http://127.0.0.1:8787/']) expect((await boss('POST', api.plans, aimedAt(url))).status).toBe(201);

  // A waiting run is judged by the list of the moment when it starts.
  const { id } = await launch(boss, planInput({ target: { url: 'http://10.1.2.9/' } }));
  await boss('PUT', api.team, { targets: ['10.1.3.0/24'] });
  expect(await claimRun(test.context.db, id, 1, 'w', secretKey)).toMatchObject({ teamTargets: ['10.1.3.0/24'] });
  await boss('PUT', api.team, { targets: [] });
});
