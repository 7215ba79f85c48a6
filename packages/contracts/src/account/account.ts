/** The callers of the API: people, teams, roles, tokens. */
import { z } from 'zod';
import { refused } from '../api/refusal.ts';
import { oneLine } from '../request/target-text.ts';

/** Each may do all that those after it may. */
export const roles = ['owner', 'admin', 'editor', 'viewer'] as const;
export const roleSchema = z.enum(roles);
export type Role = z.infer<typeof roleSchema>;

/**
 * The one table of who may do what: for each action the least role that may do it. Beside it, only an owner gives, changes or takes away the
 * role of an owner.
 */
const leastRole = {
  'run.view': 'viewer',
  'run.create': 'editor',
  'run.stop': 'editor',
  'run.edit': 'editor',
  'run.delete': 'editor',
  'resources.add': 'editor',
  'plan.view': 'viewer',
  'plan.edit': 'editor',
  'plan.delete': 'editor',
  'comparison.view': 'viewer',
  'comparison.create': 'editor',
  'experiment.view': 'viewer',
  'experiment.create': 'editor',
  'experiment.stop': 'editor',
  'schedule.view': 'viewer',
  'schedule.edit': 'editor',
  'hook.view': 'editor',
  'hook.create': 'editor',
  'hook.revoke': 'editor',
  'share.view': 'editor',
  'share.create': 'editor',
  'share.revoke': 'editor',
  'token.view': 'editor',
  'token.create': 'editor',
  'token.revoke': 'editor',
  'team.view': 'viewer',
  'team.edit': 'admin',
  'team.stop': 'admin',
  'team.export': 'admin',
  'worker.view': 'admin',
  'member.view': 'viewer',
  'member.edit': 'admin',
  'member.leave': 'viewer',
  'member.reset': 'admin',
  'invitation.view': 'admin',
  'invitation.create': 'admin',
  'invitation.revoke': 'admin',
  'audit.view': 'admin',
  'webhook.view': 'editor',
  'webhook.edit': 'admin',
} as const satisfies Readonly<Record<string, Role>>;
export type Action = keyof typeof leastRole;
export const actions = Object.keys(leastRole) as Action[];

export function can(role: Role, action: Action): boolean {
  return roles.slice(0, roles.indexOf(leastRole[action]) + 1).includes(role);
}

/** A token's scopes narrow what its maker may do. */
export const scopes = ['read', 'run', 'write', 'resources:write'] as const;
export const scopeSchema = z.enum(scopes);
export type Scope = z.infer<typeof scopeSchema>;
/** Actions about people, not about loads: a token that reads results reads none of it. */
const aboutPeople: readonly Action[] = ['audit.view', 'invitation.view'];
/** Does a token tell the addresses of people? A person, who has no scopes (null), is told them by role. */
export function scopesTellAddresses(granted: readonly Scope[] | null): boolean {
  return granted === null || granted.includes('write');
}
/** Actions that no scope allows: the finder of a token could let people in with it, or have them told, and they would stay when it is revoked. */
const personally: readonly Action[] = [
  'member.edit',
  'member.leave',
  'member.reset',
  'invitation.create',
  'invitation.revoke',
  'webhook.edit',
];
export function scopeAllows(granted: readonly Scope[], action: Action): boolean {
  if (personally.includes(action)) return false;
  if (granted.includes('write')) return true;
  if (aboutPeople.includes(action)) return false;
  if (action === 'resources.add') return granted.includes('resources:write') || granted.includes('run');
  // An agent on a target tells, and reads nothing.
  if (action.endsWith('.view')) return granted.some((scope) => scope !== 'resources:write');
  return (
    granted.includes('run') &&
    ['run.create', 'run.stop', 'run.edit', 'plan.edit', 'comparison.create', 'experiment.create', 'experiment.stop'].includes(action)
  );
}

/** The name of a person, a team or a token. */
export const personNameSchema = oneLine(100, 'give_name');
export const emailSchema = z.email(refused('no_email')).max(320);
export const newPasswordSchema = z.string().min(10, refused('password_too_short')).max(128, refused('password_too_long'));
/** A password as it was typed to be checked: how long a right one is, nobody is told. */
export const typedPassword = z.string().max(1000);
export const setupSchema = z.strictObject({
  name: personNameSchema,
  email: emailSchema,
  password: newPasswordSchema,
  team: personNameSchema,
});
export const signInSchema = z.strictObject({ email: z.string().max(320), password: typedPassword, rememberMe: z.boolean().optional() });
/** The part of a sign-in's answer that anybody reads. */
export const signInAnswerSchema = z.object({
  /** Not signed in yet: a code of the second factor is asked for. */
  twoFactorRedirect: z.boolean().default(false),
});
export const signUpSchema = z.strictObject({ name: personNameSchema, email: emailSchema, password: newPasswordSchema });
/** The other sessions of the account end with it, whatever `revokeOtherSessions` says. */
export const changePasswordSchema = z.strictObject({
  currentPassword: typedPassword,
  newPassword: newPasswordSchema,
  revokeOtherSessions: z.boolean().optional(),
});
export const changeEmailSchema = z.strictObject({ email: emailSchema, password: typedPassword });
/** The languages of the product. */
export const readerLanguages = ['en', 'zh'] as const;
export type ReaderLanguage = (typeof readerLanguages)[number];
/** The language that a person chose; null: as each browser asks. */
const chosenLanguageSchema = z.enum(readerLanguages).nullable();
export type ChosenLanguage = z.infer<typeof chosenLanguageSchema>;
export const chooseLanguageSchema = z.strictObject({ language: chosenLanguageSchema });
export const userSchema = z.strictObject({ id: z.string(), name: z.string(), email: z.string() });
export const teamSchema = z.strictObject({ id: z.string(), name: z.string() });
export type Team = z.infer<typeof teamSchema>;
/** A team of the person who asks. */
const ownTeamSchema = teamSchema.extend({ role: roleSchema });
export const ownTeamListSchema = z.strictObject({ items: z.array(ownTeamSchema) });
export const setupDoneSchema = z.strictObject({ user: userSchema, team: teamSchema });
/** The ways that a stranger is offered. */
export const signInWaysSchema = z.strictObject({
  passwords: z.boolean(),
  passkeys: z.boolean(),
  /** Name of the provider on its button; null: there is none. */
  provider: z.string().nullable(),
});
export type SignInWays = z.infer<typeof signInWaysSchema>;
/** As an API of the version before, which does not say it. */
const passwordsOnly: SignInWays = { passwords: true, passkeys: false, provider: null };
export const setupStateSchema = z.strictObject({ needed: z.boolean(), ways: signInWaysSchema.default(passwordsOnly) });
export const sessionSchema = z.strictObject({
  user: userSchema,
  team: teamSchema.nullable(),
  role: roleSchema.nullable(),
  /** Does the person own the installation? */
  operator: z.boolean(),
  /** May the person make a team? */
  makesTeams: z.boolean(),
  teams: z.array(ownTeamSchema),
  language: chosenLanguageSchema.default(null),
  ways: signInWaysSchema.default(passwordsOnly),
  /** Has the account one? Who came by a provider has none. */
  hasPassword: z.boolean().default(true),
  /** More is asked for here than this session has: a passkey, or two-factor sign-in where it began with a password. */
  needsSecondFactor: z.boolean().default(false),
});
export type Session = z.infer<typeof sessionSchema>;
export const createTeamSchema = z.strictObject({ name: personNameSchema });
