/** Passkeys of a person (WebAuthn). Options and responses are the browser's own JSON, which the server's library reads. */
import { z } from 'zod';
import { personNameSchema, typedPassword } from './account.ts';

const passkeySchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  /** Kept by an account of its maker's, so that it survives the device. */
  backedUp: z.boolean(),
});
export type Passkey = z.infer<typeof passkeySchema>;
export const passkeyListSchema = z.strictObject({ items: z.array(passkeySchema) });

/** Options for `navigator.credentials`, as JSON. */
export const passkeyOptionsSchema = z.looseObject({ challenge: z.string() });
/** Left out by who has none. */
export const startPasskeySchema = z.strictObject({ password: typedPassword.optional() });

const base64 = z
  .string()
  .max(2000)
  .regex(/^[\w-]+$/);
const bytes = z
  .string()
  .max(100_000)
  .regex(/^[\w-]*$/);
const credentialSchema = z.looseObject({ id: base64, rawId: base64, type: z.literal('public-key') });

export const addPasskeySchema = z.strictObject({
  name: personNameSchema,
  response: credentialSchema.extend({
    response: z.looseObject({
      clientDataJSON: bytes,
      attestationObject: bytes,
      transports: z.array(z.string().max(40)).max(20).optional(),
    }),
  }),
});
export const renamePasskeySchema = z.strictObject({ name: personNameSchema });
export const signInByPasskeySchema = z.strictObject({
  response: credentialSchema.extend({
    response: z.looseObject({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, userHandle: bytes.nullish() }),
  }),
});
