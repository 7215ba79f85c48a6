/** Roles by groups of the provider: `sre:owner@*,dev:editor@Checkout`. */
import { z } from 'zod';
import { refusal, refuse } from '../api/refusal.ts';
import { type Role, roles } from './account.ts';

/** Members of this group of the provider have this role in this team. */
export interface GroupRole {
  readonly group: string;
  readonly role: Role;
  /** Name or id of a team; null: every team. */
  readonly team: string | null;
}

// A group may hold colons and @ (`team:x`, `sre@example.com`), so the role that stands last counts.
const entryPattern = /^(.+):([a-z]+)@(.+)$/s;

function readEntry(entry: string): GroupRole | null {
  const [, group = '', word = '', team = ''] = entryPattern.exec(entry) ?? [];
  const role = roles.find((known) => known === word);
  return role === undefined ? null : { group: group.trim(), role, team: team.trim() === '*' ? null : team.trim() };
}

/** The setting as text, entries with commas between them. Refuses `group_role` with the entry that it cannot read. */
export const groupRolesSchema = z.string().transform((text, context): GroupRole[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .flatMap((entry) => {
      const read = readEntry(entry);
      if (read) return [read];
      refuse(context, [], refusal('group_role', { got: entry }));
      return [];
    }),
);

/** The highest of these roles; null: there is none. */
export function highestRole(given: readonly (Role | null)[]): Role | null {
  return roles.find((role) => given.includes(role)) ?? null;
}
