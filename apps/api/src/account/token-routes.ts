/** Bearer tokens for programs: shown once, kept as a hash. */
import { api } from '@plimsoll/contracts/paths';
import { createdTokenSchema, createTokenSchema, ownTokenSchema, tokenListSchema } from '@plimsoll/contracts/token';
import type { TokenBudget } from '@plimsoll/contracts/token-budget';
import { audited } from '@plimsoll/store/audited';
import type { Db } from '@plimsoll/store/db';
import { findBudgetUse, insertToken, listTokens, revokeToken } from '@plimsoll/store/tokens';
import { accountWords } from '@plimsoll/wording/en/account';
import { auditActor } from '../audit/audit-actor.ts';
import { removalRoute } from '../audit/removal-route.ts';
import { teamCaller } from '../auth/access.ts';
import { newToken } from '../auth/caller.ts';
import { listingRoute } from '../auth/reading-route.ts';
import { ApiError } from '../http/api-error.ts';
import { refuseUnknownPlan } from '../http/refuse-unknown-plan.ts';
import { errors, type Route } from '../http/schema.ts';

const dayMs = 86_400_000;

/** A token never makes one that lives longer than itself: who finds it would keep what it gives for ever. */
function refuseOutliving(own: Date | null, asked: Date | null): void {
  if (own === null || (asked !== null && asked <= own)) return;
  const days = Math.max(0, Math.floor(((own.getTime() - Date.now()) / dayMs) * 100) / 100);
  const message = accountWords.outlives({ days });
  throw new ApiError('forbidden', message, [{ field: '/expiresInDays', message, allowed: accountWords.atMost({ days }) }]);
}

async function refuseUnknownPlans(db: Db, teamId: string, budget: TokenBudget | null): Promise<void> {
  for (const id of budget?.plans ?? []) await refuseUnknownPlan(db, teamId, id);
}

function budgetDetails({ ratePerSecond, minutesPerDay, hosts, plans }: TokenBudget) {
  return { ratePerSecond, minutesPerDay, hosts: hosts.join(' '), plans: plans.length };
}

export const createToken: Route =
  ({ db }) =>
  async (app) => {
    app.post(
      api.tokens,
      {
        config: { action: 'token.create' },
        schema: {
          summary: 'Make a token. It is shown this once.',
          tags: ['tokens'],
          body: createTokenSchema,
          response: { 201: createdTokenSchema, ...errors(400, 401, 403, 404) },
        },
      },
      async (request, reply) => {
        const { teamId, userId, tokenId, scopes: own, tokenEndsAt } = teamCaller(request);
        const { name, scopes, expiresInDays, budget } = request.body;
        await refuseUnknownPlans(db, teamId, budget);
        // A token never makes one that may do more than itself.
        if (own && !own.includes('write') && scopes.some((scope) => !own.includes(scope)))
          throw new ApiError('forbidden', accountWords.moreScopes);
        const expiresAt = expiresInDays === null ? null : new Date(Date.now() + expiresInDays * dayMs);
        refuseOutliving(tokenEndsAt, expiresAt);
        const { token, tokenHash } = newToken();
        const id = await audited(
          db,
          auditActor(request),
          { action: 'token.create' },
          (client) => insertToken(client, { teamId, userId, name, scopes, tokenHash, expiresAt, budget, madeBy: tokenId }),
          (made) => ({
            what: { kind: 'token', id: made },
            details: { scopes: scopes.join(' '), ...(budget ? budgetDetails(budget) : {}) },
          }),
        );
        return reply.code(201).send({ id, token });
      },
    );
  };

export const readOwnToken: Route =
  ({ db }) =>
  async (app) => {
    app.get(
      api.ownToken,
      {
        // Whoever may read what a token reads may read what it may do.
        config: { action: 'run.view' },
        schema: {
          summary: 'The token that asks, with its budget and what of it is used today.',
          tags: ['tokens'],
          response: { 200: ownTokenSchema, ...errors(401, 403) },
        },
      },
      async (request) => {
        const { tokenId: id, scopes, tokenEndsAt, budget } = teamCaller(request);
        if (id === null || scopes === null)
          throw new ApiError('not_signed_in', accountWords.ownToken, [], { 'www-authenticate': 'Bearer' });
        const use = budget && (await findBudgetUse(db, id));
        return { id, scopes: [...scopes], expiresAt: tokenEndsAt?.toISOString() ?? null, budget, use };
      },
    );
  };

export const readTokens = listingRoute({
  path: api.tokens,
  summary: "The team's tokens.",
  tag: 'tokens',
  permission: 'token.view',
  answer: tokenListSchema,
  list: listTokens,
});

export const removeToken = removalRoute({
  path: api.token(':id'),
  summary: 'Revoke a token, and the tokens that it made.',
  tag: 'tokens',
  permission: 'token.revoke',
  action: 'token.revoke',
  subject: 'token',
  missing: 'token',
  remove: revokeToken,
});
