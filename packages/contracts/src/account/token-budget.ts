/** The load that a token may ask for: which targets, how fast, how long a day. A person sets it when the token is made; it never changes. */
import { z } from 'zod';
import { refused } from '../api/refusal.ts';
import { teamTargetsSchema } from '../installation/team-targets.ts';

/**
 * Sent by programs that launch for an assistant (`plimsoll mcp`, `/mcp`): such a request launches within a budget or not at all, and stops
 * only loads of its own token.
 */
export const mcpHeader = 'x-plimsoll-mcp';

export const mostBudgetPlans = 20;

export const tokenBudgetSchema = z
  .strictObject({
    plans: z
      .array(z.uuid())
      .max(mostBudgetPlans)
      .default([])
      .meta({ description: 'Saved plans that it may launch as they are saved, by id.' }),
    hosts: teamTargetsSchema.default([]).meta({
      description:
        'Hosts that it may load with any plan: names (`api.example.com`, `*.example.com`), addresses, networks. They open nothing that team and operator leave closed.',
    }),
    ratePerSecond: z.number().positive(refused('rate_zero')).max(10_000_000).meta({
      description:
        'The most requests a second, planned over all its loads that are queued or under way. Only open loads have a planned rate.',
    }),
    minutesPerDay: z.number().positive(refused('duration_zero')).max(100_000).meta({
      description:
        'Minutes of load a day (UTC). A load reserves its longest time when it is asked for; what it does not use is given back when it is over.',
    }),
  })
  .refine(({ plans, hosts }) => plans.length + hosts.length > 0, refused('budget_target'))
  .meta({ id: 'TokenBudget' });
export type TokenBudget = z.infer<typeof tokenBudgetSchema>;

/** How much of today's budget is gone. */
export const budgetUseSchema = z.strictObject({
  usedMinutes: z.number().nonnegative().meta({ description: 'Of today (UTC), reserved minutes of loads under way included.' }),
  ratePerSecond: z.number().nonnegative().meta({ description: 'Planned over its loads that are queued or under way.' }),
});
export type BudgetUse = z.infer<typeof budgetUseSchema>;
