/** Getting back in: links that set a new password, and the sessions of a person. */
import { z } from 'zod';
import { emailSchema, newPasswordSchema } from './account.ts';
import { mailStateSchema } from './invitations.ts';

/** An admin creates it for a member. */
export const createPasswordResetSchema = z.strictObject({ userId: z.string().max(100) });
/** `url` is shown once. */
export const createdPasswordResetSchema = z.strictObject({ url: z.string(), expiresAt: z.iso.datetime(), mail: mailStateSchema });

/** The person asks for it, and gets a mail. */
export const askPasswordResetSchema = z.strictObject({ email: emailSchema });

export const usePasswordResetSchema = z.strictObject({ token: z.string().max(100), password: newPasswordSchema });

export const sessionListSchema = z.strictObject({
  items: z.array(
    z.strictObject({
      id: z.string(),
      createdAt: z.iso.datetime(),
      /** To the day. */
      lastSeenAt: z.iso.datetime(),
      expiresAt: z.iso.datetime(),
      address: z.string().nullable(),
      /** Browser and system in a few words. */
      agent: z.string().nullable(),
      /** Is it the one that asks? */
      current: z.boolean(),
    }),
  ),
});
