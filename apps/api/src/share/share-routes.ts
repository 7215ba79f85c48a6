/** Share links: made, listed, revoked by the team; read by anybody who holds one. */
import { api } from '@plimsoll/contracts/paths';
import { createdShareSchema, createShareSchema, revokedSharesSchema, sharedSchema, shareListSchema } from '@plimsoll/contracts/share';
import { findShareByTokenHash, insertShare, listShares, revokeAllShares, revokeShare } from '@plimsoll/store/shares';
import { z } from 'zod';
import { teamCaller } from '../auth/access.ts';
import { notFound } from '../http/api-error.ts';
import { originOf } from '../http/origin.ts';
import { errors, type Route, uuidParams } from '../http/schema.ts';
import { freeze } from './frozen-share.ts';
import { hashOfShareToken, markShared, newShareToken, shareTokenPattern } from './share-link.ts';

const dayMs = 86_400_000;

export const createShare: Route = (context) => async (app) => {
  app.post(
    api.shares,
    {
      config: { action: 'share.create' },
      schema: {
        summary: 'Freeze a run, a comparison or an experiment, redacted, behind a link.',
        tags: ['shares'],
        body: createShareSchema,
        response: { 201: createdShareSchema, ...errors(400, 401, 403, 404, 409) },
      },
    },
    async (request, reply) => {
      const { teamId, userId } = teamCaller(request);
      const { runId, comparisonId, experimentId, expiresInDays, hide } = request.body;
      const { title, content } = await freeze(context, teamId, request.body);
      const token = newShareToken();
      const expiresAt = new Date(Date.now() + expiresInDays * dayMs);
      const id = await insertShare(context.db, teamId, {
        userId,
        tokenHash: hashOfShareToken(token),
        kind: content.kind,
        title,
        runId: runId ?? null,
        comparisonId: comparisonId ?? null,
        experimentId: experimentId ?? null,
        hide,
        content,
        expiresAt,
      });
      const url = `${originOf(request, context.config)}/s/${token}`;
      return reply.code(201).header('cache-control', 'no-store').send({ id, url, expiresAt: expiresAt.toISOString() });
    },
  );
};

export const listTeamShares: Route =
  ({ db }) =>
  async (app) => {
    app.get(
      api.shares,
      {
        config: { action: 'share.view' },
        schema: { summary: "The team's share links.", tags: ['shares'], response: { 200: shareListSchema, ...errors(401, 403) } },
      },
      async (request) => ({ items: await listShares(db, teamCaller(request).teamId) }),
    );
  };

export const removeShare: Route =
  ({ db }) =>
  async (app) => {
    app.delete(
      api.share(':id'),
      {
        config: { action: 'share.revoke' },
        schema: {
          summary: 'Revoke a share link, at once.',
          tags: ['shares'],
          params: uuidParams,
          response: { 204: z.undefined(), ...errors(401, 403, 404) },
        },
      },
      async (request, reply) => {
        if (!(await revokeShare(db, teamCaller(request).teamId, request.params.id))) throw notFound('share');
        return reply.code(204).send();
      },
    );
  };

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
      async (request) => ({ revoked: await revokeAllShares(db, teamCaller(request).teamId) }),
    );
  };

export const readShared: Route =
  ({ db }) =>
  async (app) => {
    app.get(
      api.shared(':token'),
      {
        config: { action: 'public' },
        schema: {
          summary: 'What a share link shows. Unknown, expired and revoked are the same 404.',
          tags: ['shares'],
          params: z.strictObject({ token: z.string() }),
          response: { 200: sharedSchema, ...errors(404) },
        },
      },
      async (request, reply) => {
        markShared(reply);
        const { token } = request.params;
        const found = shareTokenPattern.test(token) ? await findShareByTokenHash(db, hashOfShareToken(token)) : null;
        if (!found) throw notFound('share');
        const { createdAt, expiresAt, content } = found;
        return { createdAt, expiresAt, content };
      },
    );
  };
