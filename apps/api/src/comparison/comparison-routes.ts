/** Comparisons: by URL with nothing stored, or kept with their numbers. */
import type { Arms } from '@plimsoll/analysis/compare-runs';
import {
  type ComparisonQuery,
  comparisonListSchema,
  comparisonQuerySchema,
  comparisonResultSchema,
  comparisonSchema,
  createComparisonSchema,
} from '@plimsoll/contracts/comparison';
import { api } from '@plimsoll/contracts/paths';
import { findComparison, listComparisons } from '@plimsoll/store/comparisons';
import { problemWord } from '@plimsoll/wording/problem-words';
import { z } from 'zod';
import { noteDone } from '../audit/audit-actor.ts';
import { teamCaller } from '../auth/access.ts';
import { invalid, notFound } from '../http/api-error.ts';
import { errors, type Route, routeOf, uuidParams, written } from '../http/schema.ts';
import { atMostRuns, mostRuns, refuseArms } from './refuse-arms.ts';

/** The thread's answers are JSON already, held to their schemas there. */
const jsonType = 'application/json';
const uuid = z.uuid();
const readWindow = ({ from, to }: { from?: number | undefined; to?: number | undefined }) =>
  from === undefined || to === undefined ? null : { from, to };

function splitIds(field: string, text: string): string[] {
  const ids = text.split(',').map((id) => id.trim().toLowerCase());
  const bad = ids.find((id) => !uuid.safeParse(id).success);
  if (bad === '') throw invalid(field, problemWord('problem.comparison.nameARun'));
  // An id of the wrong shape is as unknown as any other.
  if (bad !== undefined) throw notFound('run');
  if (ids.length > mostRuns)
    throw invalid(field, problemWord('problem.comparison.tooManyInArm', { most: mostRuns }), atMostRuns(ids.length));
  return ids;
}

/** Throws ApiError for arms that make no sense. */
export function queriedArms(query: ComparisonQuery): Arms {
  const given = [query.candidate].flat();
  const fields = given.map((_, index) => (given.length === 1 ? '/candidate' : `/candidate/${index}`));
  const arms = {
    base: splitIds('/base', query.base),
    candidates: given.map((arm, index) => splitIds(fields[index] ?? '', arm)),
    window: readWindow(query),
  };
  refuseArms(arms, (index) => fields[index ?? -1] ?? '/candidate');
  return arms;
}

export const compareByUrl: Route =
  ({ analysis }) =>
  async (app) => {
    app.get(
      routeOf(api.comparison([], [])),
      {
        config: { action: 'comparison.view' },
        schema: {
          summary: 'Compare one to four candidates with a base; an arm is one or more runs (ids by commas). Nothing is stored.',
          tags: ['comparisons'],
          querystring: comparisonQuerySchema,
          response: { 200: written(jsonType, comparisonResultSchema, 'The arms, compared.'), ...errors(400, 401, 403, 404, 409) },
        },
      },
      async (request, reply) => {
        const arms = queriedArms(request.query);
        const { json } = await analysis.compareRuns({ teamId: teamCaller(request).teamId, arms });
        return reply.type(jsonType).send(json);
      },
    );
  };

export const createComparison: Route =
  ({ analysis, db }) =>
  async (app) => {
    app.post(
      api.comparisons,
      {
        config: { action: 'comparison.create' },
        schema: {
          summary: 'Compare and keep the numbers.',
          tags: ['comparisons'],
          body: createComparisonSchema,
          response: { 201: written(jsonType, comparisonSchema, 'The comparison that is kept.'), ...errors(400, 401, 403, 404, 409) },
        },
      },
      async (request, reply) => {
        const { teamId, userId } = teamCaller(request);
        const { base, candidates, title } = request.body;
        const arms = { base, candidates, window: readWindow(request.body) };
        refuseArms(arms, (index) => (index === null ? '/candidates' : `/candidates/${index}`));
        const { id, json } = await analysis.compareRuns({ teamId, arms, keep: { userId, title: title?.trim() ?? '' } });
        await noteDone(db, request, {
          action: 'comparison.create',
          what: { kind: 'comparison', id: id ?? '', ...(title ? { name: title.trim() } : {}) },
        });
        return reply
          .code(201)
          .header('location', api.storedComparison(id ?? ''))
          .type(jsonType)
          .send(json);
      },
    );
  };

export const listTeamComparisons: Route =
  ({ db }) =>
  async (app) => {
    app.get(
      api.comparisons,
      {
        config: { action: 'comparison.view' },
        schema: { summary: 'Kept comparisons.', tags: ['comparisons'], response: { 200: comparisonListSchema, ...errors(401, 403) } },
      },
      async (request) => ({ items: await listComparisons(db, teamCaller(request).teamId) }),
    );
  };

export const readComparison: Route =
  ({ db }) =>
  async (app) => {
    app.get(
      api.storedComparison(':id'),
      {
        config: { action: 'comparison.view' },
        schema: {
          summary: 'One kept comparison.',
          tags: ['comparisons'],
          params: uuidParams,
          response: { 200: comparisonSchema, ...errors(401, 403, 404) },
        },
      },
      async (request) => {
        const found = await findComparison(db, teamCaller(request).teamId, request.params.id);
        if (!found) throw notFound('comparison');
        return found;
      },
    );
  };
