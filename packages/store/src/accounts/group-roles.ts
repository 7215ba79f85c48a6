/**
 * Roles that groups of the provider give, applied at each sign-in. A role that somebody gave by hand stays beneath: the higher of both
 * counts, and a membership that groups alone gave goes with the group.
 */

import { type Role, roleSchema } from '@plimsoll/contracts/account';
import { type GroupRole, highestRole } from '@plimsoll/contracts/group-roles';
import { type AuditPlace, type Deed, writeAudit } from '../audit/audited.ts';
import type { Db } from '../db.ts';
import { insertMember } from './accounts.ts';
import { dropMember, lockRoles, setRole } from './change-members.ts';

interface Membership {
  readonly team_id: string;
  readonly role: string;
  readonly group_role: string | null;
  readonly hand_role: string | null;
}

const readRole = (text: string | null): Role | null => (text === null ? null : roleSchema.parse(text));

interface NamedTeam {
  readonly id: string;
  readonly name: string;
}

/** Does a rule that names a team so mean this one? A name that several teams have means none: which of them nobody can tell. */
const isMeant = (teams: readonly NamedTeam[], team: NamedTeam, named: string | null): boolean =>
  named === null || named === team.id || (named === team.name && teams.filter(({ name }) => name === named).length === 1);

async function listNamedTeams(db: Db): Promise<NamedTeam[]> {
  const { rows } = await db.query<NamedTeam>('SELECT id, name FROM teams');
  return rows;
}

/** The rules that give a role in this team. */
export async function rulesOfTeam(db: Db, teamId: string, rules: readonly GroupRole[]): Promise<GroupRole[]> {
  if (rules.length === 0) return [];
  const teams = await listNamedTeams(db);
  const team = teams.find(({ id }) => id === teamId);
  return team ? rules.filter((rule) => isMeant(teams, team, rule.team)) : [];
}

interface GivenRoles {
  /** By team. */
  readonly wanted: ReadonlyMap<string, Role>;
  /** Teams with a name that gives a role and that another team has, too. */
  readonly unclear: ReadonlySet<string>;
}

/** The role that these groups give in each team where they give one. */
async function rolesByTeam(client: Db, rules: readonly GroupRole[], groups: readonly string[]): Promise<GivenRoles> {
  const given = rules.filter(({ group }) => groups.includes(group));
  if (given.length === 0) return { wanted: new Map(), unclear: new Set() };
  const teams = await listNamedTeams(client);
  const wanted = new Map(
    teams.flatMap((team) => {
      const role = highestRole(given.filter((rule) => isMeant(teams, team, rule.team)).map((rule) => rule.role));
      return role === null ? [] : [[team.id, role] as const];
    }),
  );
  const isUnclear = (team: NamedTeam) => given.some(({ team: named }) => named === team.name && !isMeant(teams, team, named));
  return { wanted, unclear: new Set(teams.filter(isUnclear).map(({ id }) => id)) };
}

/** Names in these rules that several teams have: those rules give nobody a role. */
export async function findUnclearTeams(db: Db, rules: readonly GroupRole[]): Promise<string[]> {
  const named = new Set(rules.map(({ team }) => team));
  if (named.size === 0) return [];
  const names = (await listNamedTeams(db)).map(({ name }) => name).filter((name) => named.has(name));
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
}

/** Brings the person's memberships to what these groups say, with an entry of the audit log for each change. The last owner of a team stays one. */
export async function applyGroupRoles(
  client: Db,
  userId: string,
  rules: readonly GroupRole[],
  groups: readonly string[],
  place: AuditPlace,
): Promise<void> {
  const { wanted, unclear } = await rolesByTeam(client, rules, groups);
  const { rows } = await client.query<Membership>(
    'SELECT team_id, role, group_role, hand_role FROM members WHERE user_id = $1 ORDER BY team_id',
    [userId],
  );
  const members = new Map(rows.map((row) => [row.team_id, row]));
  for (const teamId of [...new Set([...members.keys(), ...wanted.keys()])].sort()) {
    const change = { teamId, userId, given: wanted.get(teamId) ?? null, member: members.get(teamId) };
    // Somebody who gives another team this name takes nobody's role away.
    if (unclear.has(teamId) && change.member?.group_role != null) continue;
    const deed = await changeMembership(client, change);
    if (deed) await writeAudit(client, { teamId, userId, tokenId: null, ...place }, { what: { kind: 'member', id: userId }, ...deed });
  }
}

interface Change {
  readonly teamId: string;
  readonly userId: string;
  readonly given: Role | null;
  readonly member: Membership | undefined;
}

/** What was done; null: nothing that changes what the person may do. */
async function changeMembership(client: Db, { teamId, userId, given, member }: Change): Promise<Deed | null> {
  const by = 'groups';
  if (!member) {
    if (given === null) return null;
    await insertMember(client, { teamId, userId, role: given });
    await keepRoles(client, teamId, userId, given, null);
    return { action: 'member.join', details: { role: given, by } };
  }
  const hadGroup = readRole(member.group_role);
  if (given === null && hadGroup === null) return null;
  const owners = await lockRoles(client, teamId);
  const former = owners.get(userId) ?? roleSchema.parse(member.role);
  const byHand = hadGroup === null ? former : readRole(member.hand_role);
  const role = highestRole([given, byHand]);
  if (former === 'owner' && role !== 'owner' && [...owners.values()].filter((one) => one === 'owner').length === 1) {
    // By hand from now on: somebody has to name another owner first.
    await keepRoles(client, teamId, userId, given, 'owner');
    return { action: 'member.last_owner', details: { by } };
  }
  if (role === null) {
    await dropMember(client, teamId, userId);
    return { action: 'member.remove', details: { role: former, by } };
  }
  if (role !== former) await setRole(client, teamId, userId, role);
  await keepRoles(client, teamId, userId, given, given === null ? null : byHand);
  return role === former ? null : { action: 'member.role', details: { from: former, to: role, by } };
}

/** `byHand` counts beside a role of groups alone: a membership without one is by hand. */
async function keepRoles(client: Db, teamId: string, userId: string, ofGroups: Role | null, byHand: Role | null): Promise<void> {
  await client.query('UPDATE members SET group_role = $3, hand_role = $4 WHERE team_id = $1 AND user_id = $2', [
    teamId,
    userId,
    ofGroups,
    ofGroups === null ? null : byHand,
  ]);
}
