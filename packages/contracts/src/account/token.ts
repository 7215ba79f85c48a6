/** Tokens for programs: made, listed, and what the one that asks may do. */
import { z } from 'zod';
import { refused } from '../api/refusal.ts';
import { personNameSchema, scopeSchema, scopes } from './account.ts';
import { budgetUseSchema, tokenBudgetSchema } from './token-budget.ts';

export const createTokenSchema = z
  .strictObject({
    name: personNameSchema,
    scopes: z.array(scopeSchema).min(1).max(scopes.length).default(['write']),
    expiresInDays: z.number().positive().max(3650).nullable().default(null),
    budget: tokenBudgetSchema.nullable().default(null).meta({
      description:
        'Null: assistants (MCP) launch nothing with it. With a budget every launch by it is held to that, however it is asked for.',
    }),
  })
  // One that may do all that its maker may could give itself what the budget withholds.
  .refine(({ budget, scopes: given }) => budget === null || (given.includes('run') && !given.includes('write')), {
    ...refused('budget_scopes'),
    path: ['scopes'],
  });
export type CreateToken = z.input<typeof createTokenSchema>;
/** `token` is shown once. */
export const createdTokenSchema = z.strictObject({ id: z.uuid(), token: z.string() });

const budgeted = {
  budget: tokenBudgetSchema.nullable().default(null),
  use: budgetUseSchema.nullable().default(null).meta({ description: 'Null without a budget.' }),
};
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
      ...budgeted,
    }),
  ),
});
/** `GET /tokens/own`: the token that asks. */
export const ownTokenSchema = z.strictObject({
  id: z.uuid(),
  scopes: z.array(scopeSchema),
  expiresAt: z.iso.datetime().nullable(),
  ...budgeted,
});
