/** A plan's badge: turned on by the team, read live by whoever holds its address. */
import { randomBytes } from 'node:crypto';
import { api } from '@plimsoll/contracts/paths';
import { planBadgeSchema, planBadgeStateSchema } from '@plimsoll/contracts/saved-plan';
import { audited } from '@plimsoll/store/audited';
import { badgeSince, findBadge, removeBadge, setBadge } from '@plimsoll/store/badges';
import { z } from 'zod';
import { auditActor } from '../audit/audit-actor.ts';
import { removalRoute } from '../audit/removal-route.ts';
import { teamCaller } from '../auth/access.ts';
import { notFound } from '../http/api-error.ts';
import { hashOfLinkToken, linkTokenPattern, markSecretPage } from '../http/link-token.ts';
import { originOf } from '../http/origin.ts';
import { inEnglish } from '../http/reader-language.ts';
import { refuseUnknownPlan } from '../http/refuse-unknown-plan.ts';
import { errors, type Route, uuidParams, written } from '../http/schema.ts';
import { badgeOfRun, badgeSvg } from '../share/picture/badge.ts';

/** Long enough to spare the database, short enough that a badge in a README is about today's run. */
const freshSeconds = 60;

export const turnOnBadge: Route =
  ({ db, config }) =>
  async (app) => {
    app.post(
      api.planBadge(':id'),
      {
        config: { action: 'share.create' },
        schema: {
          summary: "Give a plan a badge that shows its latest run's figures to whoever has the address. A badge it had before is gone.",
          tags: ['plans'],
          params: uuidParams,
          response: { 201: planBadgeSchema, ...errors(401, 403, 404) },
        },
      },
      async (request, reply) => {
        const { teamId, userId } = teamCaller(request);
        const token = randomBytes(20).toString('base64url');
        const planId = request.params.id;
        const made = await audited(
          db,
          auditActor(request),
          { action: 'badge.create', what: { kind: 'plan', id: planId } },
          (client) => setBadge(client, teamId, { planId, userId, tokenHash: hashOfLinkToken(token) }),
          (set) => (set ? {} : null),
        );
        if (!made) throw notFound('plan');
        return reply.code(201).send({ url: `${originOf(request, config)}/badge/${token}.svg` });
      },
    );
  };

export const readBadgeState: Route =
  ({ db }) =>
  async (app) => {
    app.get(
      api.planBadge(':id'),
      {
        config: { action: 'share.view' },
        schema: {
          summary: 'Since when a plan has a badge.',
          tags: ['plans'],
          params: uuidParams,
          response: { 200: planBadgeStateSchema, ...errors(401, 403, 404) },
        },
      },
      async (request) => {
        const { teamId } = teamCaller(request);
        await refuseUnknownPlan(db, teamId, request.params.id);
        return { since: (await badgeSince(db, teamId, request.params.id))?.toISOString() ?? null };
      },
    );
  };

export const turnOffBadge = removalRoute({
  path: api.planBadge(':id'),
  summary: "Turn a plan's badge off, at once.",
  tag: 'plans',
  permission: 'share.revoke',
  action: 'badge.revoke',
  subject: 'plan',
  missing: 'badge',
  remove: removeBadge,
});

export const readBadge: Route =
  ({ db }) =>
  async (app) => {
    app.get(
      '/badge/:file',
      {
        config: { action: 'public' },
        schema: {
          summary:
            "A plan's badge (`<token>.svg`): the latest finished run's verdict against the baseline, p99 (of streams p95 of the time that their users wait for), throughput, validity.",
          tags: ['plans'],
          params: z.strictObject({ file: z.string() }),
          response: { 200: written('image/svg+xml', z.unknown(), 'SVG'), ...errors(404) },
        },
      },
      async (request, reply) => {
        markSecretPage(reply);
        const token = request.params.file.endsWith('.svg') ? request.params.file.slice(0, -4) : '';
        const figures = linkTokenPattern.test(token) ? await findBadge(db, hashOfLinkToken(token)) : null;
        if (!figures) throw notFound('badge');
        return reply
          .header('cache-control', `public, max-age=${freshSeconds}`)
          .header('cross-origin-resource-policy', 'cross-origin')
          .type('image/svg+xml')
          .send(inEnglish(() => badgeSvg(badgeOfRun(figures))));
      },
    );
  };
