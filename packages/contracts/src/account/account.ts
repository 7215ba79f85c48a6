/** Who asks: people, teams, roles, tokens. */
import { z } from 'zod';
import { refused } from '../api/refusal.ts';

export const roles = ['owner', 'admin', 'editor', 'viewer'] as const;
export const roleSchema = z.enum(roles);
export type Role = z.infer<typeof roleSchema>;

export const actions = [
  'run.view',
  'run.create',
  'run.stop',
  'run.edit',
  'run.delete',
  'resources.add',
  'plan.view',
  'plan.edit',
  'plan.delete',
  'comparison.view',
  'comparison.create',
  'experiment.view',
  'experiment.create',
  'experiment.stop',
  'share.view',
  'share.create',
  'share.revoke',
  'token.view',
  'token.create',
  'token.revoke',
  'team.view',
  'team.edit',
] as const;
export type Action = (typeof actions)[number];

const viewer: readonly Action[] = ['run.view', 'plan.view', 'comparison.view', 'experiment.view', 'team.view'];
const editor: readonly Action[] = [
  ...viewer,
  'run.create',
  'run.stop',
  'run.edit',
  'run.delete',
  'resources.add',
  'plan.edit',
  'plan.delete',
  'comparison.create',
  'experiment.create',
  'experiment.stop',
  'share.view',
  'share.create',
  'share.revoke',
  'token.view',
  'token.create',
  'token.revoke',
];
const admin: readonly Action[] = [...editor, 'team.edit'];
const allowed: Readonly<Record<Role, readonly Action[]>> = { viewer, editor, admin, owner: admin };

/** The one table of who may do what. */
export function can(role: Role, action: Action): boolean {
  return allowed[role].includes(action);
}

/** A token's scopes narrow what its maker may do. */
export const scopes = ['read', 'run', 'write', 'resources:write'] as const;
export const scopeSchema = z.enum(scopes);
export type Scope = z.infer<typeof scopeSchema>;
export function scopeAllows(granted: readonly Scope[], action: Action): boolean {
  if (granted.includes('write')) return true;
  if (action === 'resources.add') return granted.includes('resources:write') || granted.includes('run');
  // An agent on a target tells, and reads nothing.
  if (action.endsWith('.view')) return granted.some((scope) => scope !== 'resources:write');
  return (
    granted.includes('run') &&
    ['run.create', 'run.stop', 'run.edit', 'plan.edit', 'comparison.create', 'experiment.create', 'experiment.stop'].includes(action)
  );
}

const name = z
  .string()
  .trim()
  .min(1, refused('give_name'))
  .max(100)
  .refine((value) => !value.includes('\u0000'), refused('nul_character'));
const email = z.email(refused('no_email')).max(320);
const newPassword = z.string().min(10, refused('password_too_short')).max(128, refused('password_too_long'));
/** A password as it was typed to be checked: how long a right one is, nobody is told. */
const typedPassword = z.string().max(1000);
export const setupSchema = z.strictObject({ name, email, password: newPassword, team: name });
export const signInSchema = z.strictObject({ email: z.string().max(320), password: typedPassword, rememberMe: z.boolean().optional() });
export const signUpSchema = z.strictObject({
  name,
  email,
  password: newPassword,
  /** Id of the invitation, from its link. */
  invitation: z.string().max(100).optional(),
});
/** The other sessions of the account end with it, whatever `revokeOtherSessions` says. */
export const changePasswordSchema = z.strictObject({
  currentPassword: typedPassword,
  newPassword,
  revokeOtherSessions: z.boolean().optional(),
});
/** One role, of ours: a list or another name would be kept and then fit no member. */
export const inviteSchema = z.strictObject({
  email,
  role: roleSchema,
  organizationId: z.string().max(100).optional(),
  resend: z.boolean().optional(),
});
export const invitationIdSchema = z.strictObject({ invitationId: z.string().max(100) });
export const invitationQuerySchema = z.strictObject({ id: z.string().max(100) });
export const userSchema = z.strictObject({ id: z.string(), name: z.string(), email: z.string() });
export const teamSchema = z.strictObject({ id: z.string(), name: z.string() });
export type Team = z.infer<typeof teamSchema>;
export const setupDoneSchema = z.strictObject({ user: userSchema, team: teamSchema });
export const setupStateSchema = z.strictObject({ needed: z.boolean() });
export const sessionSchema = z.strictObject({
  user: userSchema,
  team: teamSchema.nullable(),
  role: roleSchema.nullable(),
  /** Does the person own the installation? */
  operator: z.boolean(),
  /** May the person make a team? */
  makesTeams: z.boolean(),
  teams: z.array(teamSchema.extend({ role: roleSchema })),
});
export type Session = z.infer<typeof sessionSchema>;
export const createTeamSchema = z.strictObject({ name });

export const createTokenSchema = z.strictObject({
  name,
  scopes: z.array(scopeSchema).min(1).max(scopes.length).default(['write']),
  expiresInDays: z.number().positive().max(3650).nullable().default(null),
});
/** `token` is shown once. */
export const createdTokenSchema = z.strictObject({ id: z.uuid(), token: z.string() });
export const tokenListSchema = z.strictObject({
  items: z.array(
    z.strictObject({
      id: z.uuid(),
      name: z.string(),
      scopes: z.array(scopeSchema),
      createdAt: z.iso.datetime(),
      lastUsedAt: z.iso.datetime().nullable(),
      expiresAt: z.iso.datetime().nullable(),
      revokedAt: z.iso.datetime().nullable(),
    }),
  ),
});
