/** The members of a team. */
import { z } from 'zod';
import { refused } from '../api/refusal.ts';
import { roleSchema } from './account.ts';

export const memberSchema = z.strictObject({
  userId: z.string(),
  name: z.string(),
  /** Null: asked by a token that may not write. */
  email: z.string().nullable(),
  role: roleSchema,
  joinedAt: z.iso.datetime(),
  /** The minute in which the person last used the team in a browser; null: never. */
  lastSeenAt: z.iso.datetime().nullable(),
});
export const memberListSchema = z.strictObject({ items: z.array(memberSchema) });

export const changeMemberSchema = z
  .strictObject({
    role: roleSchema,
    /** With the role `owner`: the caller stops being an owner in the same moment, and is an admin from then on. */
    handOver: z.boolean().default(false),
  })
  .refine(({ role, handOver }) => role === 'owner' || !handOver, { ...refused('hand_over_owner'), path: ['handOver'] });
