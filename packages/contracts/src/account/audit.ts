/** The audit log of a team: who did what to what, when and from where. */
import { z } from 'zod';
import { momentSchema } from '../api/bounds.ts';

export const auditActions = [
  'session.sign_in',
  'session.sign_in_failed',
  'session.sign_in_refused',
  'session.sign_out',
  'session.end',
  'session.end_all',
  'account.link',
  'break_glass.link',
  'break_glass.use',
  'passkey.add',
  'passkey.rename',
  'passkey.remove',
  'email.change',
  'password.change',
  'password.reset_link',
  'password.reset',
  'two_factor.on',
  'two_factor.off',
  'two_factor.recovery_codes',
  'two_factor.switched_off',
  'team.create',
  'team.edit',
  'host.add',
  'host.check',
  'host.remove',
  'member.join',
  'member.role',
  'member.remove',
  'member.leave',
  'member.last_owner',
  'invitation.create',
  'invitation.revoke',
  'token.create',
  'token.revoke',
  'share.create',
  'share.revoke',
  'share.revoke_all',
  'badge.create',
  'badge.revoke',
  'webhook.create',
  'webhook.edit',
  'webhook.remove',
  'webhook.rotate',
  'webhook.test',
  'webhook.again',
  'run.create',
  'run.probe',
  'run.import',
  'run.stop',
  'run.delete',
  'run.export',
  'view.keep',
  'view.remove',
  'plan.create',
  'plan.edit',
  'plan.delete',
  'experiment.create',
  'experiment.stop',
  'experiment.more',
  'schedule.create',
  'schedule.edit',
  'schedule.pause',
  'schedule.delete',
  'hook.create',
  'hook.revoke',
  'comparison.create',
  'comparison.export',
  'load.stop_all',
  'load.hold',
  'load.release',
  'worker.drain',
  'worker.undrain',
  'audit.export',
  'team.export',
  'team.export_read',
  'team.export_remove',
] as const;
export const auditActionSchema = z.enum(auditActions);
export type AuditAction = z.infer<typeof auditActionSchema>;

/** The part of an action before its dot. */
export type AuditKind = AuditAction extends `${infer Kind}.${string}` ? Kind : never;
export const auditKinds = [...new Set(auditActions.map((action) => action.slice(0, action.indexOf('.')) as AuditKind))];

/** Kinds of things that things are done to. */
export const auditSubjectSchema = z.enum([
  'run',
  'plan',
  'experiment',
  'comparison',
  'token',
  'share',
  'member',
  'invitation',
  'team',
  'host',
  'view',
  'webhook',
  'schedule',
  'hook',
  'export',
]);
export type AuditSubject = z.infer<typeof auditSubjectSchema>;

/** The changes, without secrets: `{from: "viewer", to: "admin"}`. */
export const auditDetailsSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
export type AuditDetails = z.infer<typeof auditDetailsSchema>;

export const auditEntrySchema = z.strictObject({
  id: z.string(),
  at: z.iso.datetime(),
  /** Names are as they were then. Null: nobody who was signed in. */
  who: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
  /** Name of the token that acted for them; null: the person. */
  token: z.string().nullable(),
  action: auditActionSchema,
  what: z.strictObject({ kind: auditSubjectSchema, id: z.string(), name: z.string().nullable() }).nullable(),
  details: auditDetailsSchema,
  /** Address and browser or program. */
  from: z.strictObject({ address: z.string().nullable(), agent: z.string().nullable() }),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const auditFilterSchema = z.strictObject({
  /** Id of a person. */
  who: z.string().max(100).optional(),
  /** An action, or what stands before its dot: `member` is every change of members. */
  what: z
    .string()
    .max(60)
    .regex(/^[a-z_]+(\.[a-z_]+)?$/)
    .optional(),
  /** Entries at or after this moment. */
  from: momentSchema.optional(),
  /** Entries before this moment. */
  to: momentSchema.optional(),
});
export type AuditFilter = z.infer<typeof auditFilterSchema>;

export const auditQuerySchema = auditFilterSchema.extend({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

/** Newest first. */
export const auditListSchema = z.strictObject({ items: z.array(auditEntrySchema), nextCursor: z.string().nullable() });
