/** Public hosts that a team proves: who names and removes them, what a look finds, and where the proof holds. */
import type { AuditEntry } from '@plimsoll/contracts/audit';
import { api } from '@plimsoll/contracts/paths';
import type { System } from '@plimsoll/contracts/system';
import type { TeamHost } from '@plimsoll/contracts/team-host';
import { type HostProof, type ProofSources, proveHost } from '@plimsoll/network/prove-host';
import type { Strangers } from '@plimsoll/network/strangers';
import { claimRun } from '@plimsoll/store/run-claim';
import { listTeamHosts, noteHostCheck } from '@plimsoll/store/team-hosts';
import { beforeAll, describe, expect, it } from 'vitest';
import { problemIn } from '../support/asking.ts';
import { findTeamId, member, otherTeam } from '../support/people.ts';
import { useApi } from '../support/scene.ts';
import { launch, planInput } from '../support/stored-runs.ts';
import { secretKey } from '../support/test-api.ts';

const aimedAt = (host: string) => ({ plan: planInput({ target: { url: `https://${host}/` } }) });
const address = '93.184.216.34';

describe('where the operator asks for proof', () => {
  /** Addresses that the world gives each host. */
  const records = new Map<string, string>();
  const proofSources: ProofSources = {
    resolve: async () => [address],
    readRecords: async (name) => [records.get(name) ?? ''],
    readFile: () => Promise.reject(new Error('answered 404')),
  };
  const { test, boss } = useApi({ targets: { mode: 'public-verified', allowed: [], ownPorts: [4300] } });
  const strangers: Partial<Strangers> = {
    proveHosts: (_by, hosts, ownPorts) => Promise.all(hosts.map((host) => proveHost(host, ownPorts, proofSources))),
  };
  beforeAll(() => Object.assign(test.context.strangers, strangers));
  const rest = () => test.context.db.query("UPDATE team_hosts SET checked_at = now() - interval '1 minute'");

  it('an admin names a host, proves it and removes it; runs may load it in between', async () => {
    const teamId = await findTeamId(boss);
    const [viewer, stranger] = [await member(test, teamId, 'viewer'), await otherTeam(test)];
    const since = new Date().toISOString();
    const named = await boss<TeamHost>('POST', api.hosts, { host: ' Shop.Example.com ' });
    expect(named.status, named.text).toBe(201);
    const { id, file, record } = named.body;
    expect(named.body).toMatchObject({ host: 'shop.example.com', state: 'waiting', provenAt: null, problem: null });
    expect((await boss<TeamHost>('POST', api.hosts, { host: 'shop.example.com' })).body).toEqual(named.body);
    expect((await viewer('POST', api.hosts, { host: 'a.example.com' })).status).toBe(403);
    expect((await viewer<{ items: TeamHost[] }>('GET', api.hosts)).body.items).toEqual([named.body]);
    const refused = problemIn(await boss('POST', api.hosts, { host: '10.1.2.3' }));
    expect(refused.errors?.[0]).toMatchObject({ field: '/host', message: expect.stringContaining('full name') });

    // Nobody may load it yet.
    const unproved = problemIn(await boss('POST', api.runs, aimedAt('shop.example.com')));
    expect(unproved).toMatchObject({ code: 'target_refused', errors: [{ field: '/plan/target/url' }] });
    expect(unproved.errors?.[0]?.message).toContain('Team → Targets');
    const missing = (await boss<TeamHost>('POST', api.checkHost(id))).body;
    expect(missing).toMatchObject({ state: 'waiting', problem: expect.stringContaining('answered 404') });
    expect((await boss('POST', api.checkHost(id))).status).toBe(429);

    // Another team's proof is no proof of this one's.
    records.set(record.name, record.value);
    const foreign = (await stranger<TeamHost>('POST', api.hosts, { host: 'shop.example.com' })).body;
    expect([foreign.file.path === file.path, foreign.record.value === record.value]).toEqual([false, false]);
    expect((await stranger<TeamHost>('POST', api.checkHost(foreign.id))).body.state).toBe('waiting');
    expect((await stranger('POST', api.checkHost(id))).status).toBe(404);
    expect((await stranger('DELETE', api.host(id))).status).toBe(404);

    await rest();
    const proved = (await boss<TeamHost>('POST', api.checkHost(id))).body;
    expect(proved).toMatchObject({ state: 'proven', provenBy: 'dns', problem: null });
    expect((await viewer<System>('GET', api.system)).body.targets).toMatchObject({ proven: [{ host: 'shop.example.com' }] });
    expect((await test.anonymous<System>('GET', api.system)).body.targets).toEqual({ mode: 'public-verified', allowed: [] });
    expect((await stranger('POST', api.plans, aimedAt('shop.example.com'))).status).toBe(400);
    const run = await launch(boss, aimedAt('shop.example.com').plan);
    const [kept] = await listTeamHosts(test.context.db, teamId);
    expect(kept).toMatchObject({ addresses: [address] });
    // Whoever makes the load looks again with the team's token.
    expect(await claimRun(test.context.db, run.id, 1, 'w', secretKey)).toMatchObject({ teamHosts: [{ token: kept?.token }] });

    // The proof is gone: the page says so, and a run is refused when it begins, not before.
    records.clear();
    await rest();
    expect((await boss<TeamHost>('POST', api.checkHost(id))).body).toMatchObject({ state: 'lost', provenAt: proved.provenAt });
    expect((await boss('POST', api.plans, aimedAt('shop.example.com'))).status).toBe(201);

    expect((await boss('DELETE', api.host(id))).status).toBe(204);
    expect((await boss('POST', api.plans, aimedAt('shop.example.com'))).status).toBe(400);
    const { items } = (await boss<{ items: AuditEntry[] }>('GET', `${api.audit}?what=host&from=${since}`)).body;
    expect(items.map(({ action, details, what }) => [action, details.proven, what?.name])).toEqual([
      ['host.remove', undefined, 'shop.example.com'],
      ['host.check', false, 'shop.example.com'],
      ['host.check', true, 'shop.example.com'],
      ['host.check', false, 'shop.example.com'],
      ['host.add', undefined, 'shop.example.com'],
    ]);
  });

  it('a target list of the team does not take hosts that are to be proved', async () => {
    const refused = problemIn(await boss('PUT', api.team, { targets: ['shop.example.com'] }));
    expect(refused.errors?.[0]).toMatchObject({ field: '/targets/0', message: expect.stringContaining('prove it') });
  });

  it('a team names fifty hosts at most', async () => {
    const teamId = await findTeamId(boss);
    const kept = (await listTeamHosts(test.context.db, teamId)).length;
    await test.context.db.query(
      "INSERT INTO team_hosts (id, team_id, host, token) SELECT gen_random_uuid(), $1, 'h' || n || '.example.org', '' FROM generate_series(1, $2) n",
      [teamId, 50 - kept],
    );
    expect(problemIn(await boss('POST', api.hosts, { host: 'one.example.net' })).errors?.[0]?.message).toContain('50');
    await test.context.db.query('DELETE FROM team_hosts WHERE team_id = $1', [teamId]);
    const lost: HostProof = { problem: { code: 'host_entry', values: {} } };
    expect(await noteHostCheck(test.context.db, teamId, 'one.example.net', lost)).toBeNull();
  });
});
