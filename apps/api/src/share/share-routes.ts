/** Share links: made, listed, revoked by the team; read by anybody who holds one. */

import { api } from '@plimsoll/contracts/paths';
import {
  createdShareSchema,
  createShareSchema,
  revokedSharesSchema,
  type ShareKind,
  sharedSchema,
  shareListSchema,
} from '@plimsoll/contracts/share';
import { audited, writeAudit } from '@plimsoll/store/audited';
import { listShares, revokeAllShares, revokeShare } from '@plimsoll/store/shares';
import { problemWords } from '@plimsoll/wording/en/problem';
import { readersLanguage } from '@plimsoll/wording/words';
import { z } from 'zod';
import { auditActor } from '../audit/audit-actor.ts';
import { removalRoute } from '../audit/removal-route.ts';
import { teamCaller } from '../auth/access.ts';
import { listingRoute } from '../auth/reading-route.ts';
import { acceptedEncoding } from '../figures/accepted-encoding.ts';
import { askerOf, linkAsker } from '../figures/asker-of.ts';
import { sendWritten } from '../figures/send-figures.ts';
import { ApiError, notFound } from '../http/api-error.ts';
import { hashOfLinkToken, markSecretPage, newLinkToken } from '../http/link-token.ts';
import { originOf } from '../http/origin.ts';
import { errors, type Route, writtenJson } from '../http/schema.ts';
import { findLink, found } from './find-link.ts';

const dayMs = 86_400_000;

/** The schema lets exactly one through. */
function whatToShare({ runId, comparisonId, experimentId }: z.infer<typeof createShareSchema>): {
  readonly kind: ShareKind;
  readonly id: string;
} {
  if (runId !== undefined) return { kind: 'run', id: runId };
  if (comparisonId !== undefined) return { kind: 'comparison', id: comparisonId };
  return { kind: 'experiment', id: experimentId ?? '' };
}

export const createShare: Route =
  ({ analysis, config, db }) =>
  async (app) => {
    app.post(
      api.shares,
      {
        config: { action: 'share.create' },
        schema: {
          summary: 'Freeze a run, a comparison or an experiment, redacted, behind a link.',
          tags: ['shares'],
          body: createShareSchema,
          response: { 201: createdShareSchema, ...errors(400, 401, 403, 404, 409, 429) },
        },
      },
      async (request, reply) => {
        const { teamId, userId } = teamCaller(request);
        const { expiresInDays, hide } = request.body;
        const shared = whatToShare(request.body);
        const token = newLinkToken();
        const expiresAt = new Date(Date.now() + expiresInDays * dayMs);
        const tokenHash = hashOfLinkToken(token);
        const frozen = await analysis.freezeShare({ teamId, ...shared, hide, userId, tokenHash, expiresAt }, askerOf(request, reply));
        if (frozen === 'unknown') throw notFound(shared.kind);
        if (frozen === 'incomplete') throw new ApiError('conflict', problemWords.share.runDeleted);
        if (frozen === 'active')
          throw new ApiError('conflict', shared.kind === 'run' ? problemWords.share.runNotOver : problemWords.share.experimentNotOver);
        await writeAudit(db, auditActor(request), {
          action: 'share.create',
          what: { kind: 'share', id: frozen.id },
          details: { of: shared.kind },
        });
        const url = `${originOf(request, config)}/s/${token}`;
        return reply.code(201).send({ id: frozen.id, url, expiresAt: expiresAt.toISOString() });
      },
    );
  };

export const listTeamShares = listingRoute({
  path: api.shares,
  summary: "The team's share links.",
  tag: 'shares',
  permission: 'share.view',
  answer: shareListSchema,
  list: listShares,
});

export const removeShare = removalRoute({
  path: api.share(':id'),
  summary: 'Revoke a share link, at once.',
  tag: 'shares',
  permission: 'share.revoke',
  action: 'share.revoke',
  subject: 'share',
  missing: 'share',
  remove: revokeShare,
});

/** The one switch: every link and badge of the team that still works is gone. */
export const removeAllShares: Route =
  ({ db }) =>
  async (app) => {
    app.delete(
      api.shares,
      {
        config: { action: 'share.revoke' },
        schema: {
          summary: 'Revoke all share links and badges of the team, at once.',
          tags: ['shares'],
          response: { 200: revokedSharesSchema, ...errors(401, 403) },
        },
      },
      async (request) => ({
        revoked: await audited(
          db,
          auditActor(request),
          { action: 'share.revoke_all' },
          (client) => revokeAllShares(client, teamCaller(request).teamId),
          (links) => ({ details: { links } }),
        ),
      }),
    );
  };

export const readShared: Route = (context) => async (app) => {
  app.get(
    api.shared(':token'),
    {
      config: { action: 'public' },
      schema: {
        summary: 'What a share link shows. Unknown, expired and revoked are the same 404.',
        tags: ['shares'],
        params: z.strictObject({ token: z.string() }),
        response: { 200: writtenJson(sharedSchema, 'What is shared.'), ...errors(404, 429) },
      },
    },
    async (request, reply) => {
      markSecretPage(reply);
      const { token } = request.params;
      const link = await findLink(context, token, 'view');
      const encoding = acceptedEncoding(request.headers['accept-encoding']);
      const asked = { name: 'readShare', question: { tokenHash: hashOfLinkToken(token), points: true } } as const;
      const make = () => context.analysis.written(asked, encoding, linkAsker(link, reply));
      return sendWritten(reply, found(await context.keptAnswers.of(`share ${link.id} ${encoding} ${readersLanguage()}`, make)));
    },
  );
};
