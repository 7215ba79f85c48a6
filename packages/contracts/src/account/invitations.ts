/** Invitations into a team: a link that lets one person in. */
import { z } from 'zod';
import { refused } from '../api/refusal.ts';
import { emailSchema, newPasswordSchema, personNameSchema, roleSchema, teamSchema } from './account.ts';

export const inviteSchema = z.strictObject({
  /** The only person who can use it; left out: anybody with the link. A mail is sent where the installation can. */
  email: emailSchema.optional(),
  role: roleSchema,
  expiresInDays: z.number(refused('days_number')).positive(refused('expiry_past')).max(30).default(7),
});

/** `off`: the installation sends no mail, or the invitation names no address. `failed`: hand the link over yourself. */
export const mailStateSchema = z.enum(['off', 'sent', 'failed']);
export type MailState = z.infer<typeof mailStateSchema>;

/** `url` is shown once. */
export const createdInvitationSchema = z.strictObject({
  id: z.uuid(),
  url: z.string(),
  expiresAt: z.iso.datetime(),
  mail: mailStateSchema,
});

export const invitationSchema = z.strictObject({
  id: z.uuid(),
  email: z.string().nullable(),
  role: roleSchema,
  state: z.enum(['pending', 'accepted', 'revoked', 'expired']),
  /** Names. */
  invitedBy: z.string(),
  acceptedBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  mailedAt: z.iso.datetime().nullable(),
});
export type Invitation = z.infer<typeof invitationSchema>;
export const invitationListSchema = z.strictObject({ items: z.array(invitationSchema) });

/** The part of an invitation that the invited person sees before accepting. */
export const openInvitationSchema = z.strictObject({
  teamId: teamSchema.shape.id,
  team: z.string(),
  inviter: z.string(),
  role: roleSchema,
  /** Has a new person to give an address, because the invitation names none? */
  asksEmail: z.boolean(),
});

/** With a password a new account is made; without one the signed-in person joins. */
export const acceptInvitationSchema = z.strictObject({
  token: z.string().max(100),
  name: personNameSchema.optional(),
  password: newPasswordSchema.optional(),
  email: emailSchema.optional(),
});
