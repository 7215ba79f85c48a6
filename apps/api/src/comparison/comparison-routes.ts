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
import type { Db } from '@plimsoll/store/db';
import { findFigureState, findFloorState } from '@plimsoll/store/figure-state';
import { problemWords } from '@plimsoll/wording/en/problem';
import { z } from 'zod';
import { noteDone } from '../audit/audit-actor.ts';
import { teamCaller } from '../auth/access.ts';
import { listingRoute, readingRoute } from '../auth/reading-route.ts';
import { askerOf } from '../figures/asker-of.ts';
import { figuresType, sendFigures } from '../figures/send-figures.ts';
import { invalid, notFound } from '../http/api-error.ts';
import { errors, type Route, routeOf, writtenJson } from '../http/schema.ts';
import { atMostRuns, mostRuns, refuseArms } from './refuse-arms.ts';

const uuid = z.uuid();
const readWindow = ({ from, to }: { from?: number | undefined; to?: number | undefined }) =>
  from === undefined || to === undefined ? null : { from, to };

function splitIds(field: string, text: string): string[] {
  const ids = text.split(',').map((id) => id.trim().toLowerCase());
  const bad = ids.find((id) => !uuid.safeParse(id).success);
  if (bad === '') throw invalid(field, problemWords.comparison.nameARun);
  // An id of the wrong shape is as unknown as any other.
  if (bad !== undefined) throw notFound('run');
  if (ids.length > mostRuns) throw invalid(field, problemWords.comparison.tooManyInArm({ most: mostRuns }), atMostRuns(ids.length));
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

/**
 * The state the answer follows from: the runs, and the noise floor of their plan. Null where a run is not over, or not the team's, which
 * the comparison refuses.
 */
async function findComparisonState(db: Db, teamId: string, { base, candidates }: Arms): Promise<string | null> {
  const found = await findFigureState(db, teamId, [...base, ...candidates.flat()]);
  if (!found?.state) return null;
  const { state, planId } = found;
  return planId === null ? state : `${state} ${await findFloorState(db, teamId, planId)}`;
}

export const compareByUrl: Route = (context) => async (app) => {
  app.get(
    routeOf(api.comparison([], [])),
    {
      config: { action: 'comparison.view' },
      schema: {
        summary: 'Compare one to four candidates with a base; an arm is one or more runs (ids by commas). Nothing is stored.',
        tags: ['comparisons'],
        querystring: comparisonQuerySchema,
        response: { 200: writtenJson(comparisonResultSchema, 'The arms, compared.'), ...errors(400, 401, 403, 404, 409, 429) },
      },
    },
    async (request, reply) => {
      const arms = queriedArms(request.query);
      const { teamId } = teamCaller(request);
      const state = await findComparisonState(context.db, teamId, arms);
      return sendFigures(context, request, reply, { name: 'comparisonJson', question: { teamId, arms } }, state);
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
          response: { 201: writtenJson(comparisonSchema, 'The comparison that is kept.'), ...errors(400, 401, 403, 404, 409, 429) },
        },
      },
      async (request, reply) => {
        const { teamId, userId } = teamCaller(request);
        const { base, candidates, title } = request.body;
        const arms = { base, candidates, window: readWindow(request.body) };
        refuseArms(arms, (index) => (index === null ? '/candidates' : `/candidates/${index}`));
        const keep = { userId, title: title?.trim() ?? '' };
        const { id, json } = await analysis.compareRuns({ teamId, arms, keep }, askerOf(request, reply));
        await noteDone(db, request, {
          action: 'comparison.create',
          what: { kind: 'comparison', id: id ?? '', ...(title ? { name: title.trim() } : {}) },
        });
        return reply
          .code(201)
          .header('location', api.storedComparison(id ?? ''))
          .type(figuresType)
          .send(json);
      },
    );
  };

export const listTeamComparisons = listingRoute({
  path: api.comparisons,
  summary: 'Kept comparisons.',
  tag: 'comparisons',
  permission: 'comparison.view',
  answer: comparisonListSchema,
  list: listComparisons,
});

export const readComparison = readingRoute({
  path: api.storedComparison(':id'),
  summary: 'One kept comparison.',
  tag: 'comparisons',
  permission: 'comparison.view',
  answer: comparisonSchema,
  missing: 'comparison',
  find: findComparison,
});
