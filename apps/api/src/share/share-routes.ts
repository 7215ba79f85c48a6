/** Share links: made, listed, revoked by the team; read by anybody who holds one. */
import { createHash, randomBytes } from 'node:crypto';
import { comparisonSchema } from '@plimsoll/contracts/comparison';
import { experimentSchema } from '@plimsoll/contracts/experiment';
import { api } from '@plimsoll/contracts/paths';
import { isTerminal } from '@plimsoll/contracts/run';
import {
  createdShareSchema,
  createShareSchema,
  revokedSharesSchema,
  type SharedContent,
  sharedSchema,
  shareListSchema,
} from '@plimsoll/contracts/share';
import { findComparison } from '@plimsoll/store/comparisons';
import { findExperiment } from '@plimsoll/store/experiments';
import { findRun } from '@plimsoll/store/runs';
import { findShareByTokenHash, insertShare, listShares, revokeAllShares, revokeShare } from '@plimsoll/store/shares';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { teamCaller } from '../auth/access.ts';
import type { ApiContext } from '../context.ts';
import { ApiError, notFound } from '../http/api-error.ts';
import { originOf } from '../http/origin.ts';
import { errors, type Route, uuidParams } from '../http/schema.ts';
import { shareComparison, shareRun } from './share-content.ts';
import { shareExperiment } from './share-experiment.ts';

const dayMs = 86_400_000;
type Request = z.infer<typeof createShareSchema>;

/** 160 bits, 27 characters. */
export const shareTokenPattern = /^[A-Za-z0-9_-]{27}$/;
export function hashOfShareToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** `title` is for the team's own list; the content has its own, which may be masked. */
interface Frozen {
  readonly title: string;
  readonly content: SharedContent;
}

async function runContent({ db, analysis }: ApiContext, teamId: string, runId: string, hide: Request['hide']): Promise<Frozen> {
  const run = await findRun(db, teamId, runId);
  if (!run) throw notFound('run');
  if (!isTerminal(run.state)) throw new ApiError('conflict', 'The run is not over yet: a share is frozen, so share it when it is.');
  return { title: run.plan.name, content: shareRun({ run, ...(await analysis.runCharts({ teamId, runId })) }, hide) };
}

async function comparisonContent({ db }: ApiContext, teamId: string, id: string, hide: Request['hide']): Promise<Frozen> {
  const found = await findComparison(db, teamId, id);
  if (!found) throw notFound('comparison');
  // Parsed, so that what an older version kept has what came later.
  const comparison = comparisonSchema.parse(found);
  const arms = [comparison.base, ...comparison.candidates];
  const runs = await Promise.all(arms.map((arm) => findRun(db, teamId, arm.runs[0]?.id ?? '')));
  const [base, ...candidates] = runs.filter((run) => run !== null);
  if (!base || candidates.length < comparison.candidates.length)
    throw new ApiError('conflict', 'A run of this comparison was deleted, so its plan cannot be shown.');
  return { title: comparison.title, content: shareComparison({ comparison, base, candidates }, hide) };
}

async function experimentContent({ db }: ApiContext, teamId: string, id: string, hide: Request['hide']): Promise<Frozen> {
  const experiment = await findExperiment(db, teamId, id);
  if (!experiment) throw notFound('experiment');
  if (['queued', 'running', 'stopping'].includes(experiment.state))
    throw new ApiError('conflict', 'The experiment is not over yet: a share is frozen, so share it when it is.');
  return { title: experiment.name, content: shareExperiment(experimentSchema.parse(experiment), hide) };
}

function contentOf(context: ApiContext, teamId: string, { runId, comparisonId, experimentId, hide }: Request): Promise<Frozen> {
  if (runId !== undefined) return runContent(context, teamId, runId, hide);
  if (comparisonId !== undefined) return comparisonContent(context, teamId, comparisonId, hide);
  return experimentContent(context, teamId, experimentId ?? '', hide);
}

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
      const { title, content } = await contentOf(context, teamId, request.body);
      const token = randomBytes(20).toString('base64url');
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

/** Nothing of a shared page is kept by caches, listed by search engines or told to where its links lead. */
export function markShared(reply: FastifyReply): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex, nofollow, noarchive');
}

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
