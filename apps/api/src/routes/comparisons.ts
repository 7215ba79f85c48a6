/** Comparisons: by URL with nothing stored, or kept with their numbers. */
import {
  comparisonListSchema,
  comparisonQuerySchema,
  comparisonResultSchema,
  comparisonSchema,
  createComparisonSchema,
} from '@plimsoll/contracts/comparison';
import { api } from '@plimsoll/contracts/paths';
import { findComparison, insertComparison, listComparisons } from '@plimsoll/store/comparisons';
import { z } from 'zod';
import { teamCaller } from '../access.ts';
import { invalid, notFound } from '../api-error.ts';
import { compareRuns, mostRuns } from '../comparing.ts';
import { errors, type Route, uuidParams } from '../schema.ts';

const uuid = z.uuid();
function idsOf(field: 'base' | 'candidate', text: string): string[] {
  const ids = text.split(',').map((id) => id.trim().toLowerCase());
  const bad = ids.find((id) => !uuid.safeParse(id).success);
  if (bad === '') throw invalid(`/${field}`, 'Name at least one run.');
  // An id of the wrong shape is as unknown as any other.
  if (bad !== undefined) throw notFound('run');
  if (ids.length > mostRuns)
    throw invalid(`/${field}`, `At most ${mostRuns} runs.`, { got: String(ids.length), allowed: `at most ${mostRuns}` });
  return ids;
}

export const compareByUrl: Route =
  ({ db }) =>
  async (app) => {
    app.get(
      '/api/v1/comparison',
      {
        config: { action: 'comparison.view' },
        schema: {
          summary: 'Compare two runs, or two arms of runs (ids by commas). Nothing is stored.',
          tags: ['comparisons'],
          querystring: comparisonQuerySchema,
          response: { 200: comparisonResultSchema, ...errors(400, 401, 403, 404, 409) },
        },
      },
      async (request) => {
        const { base, candidate, from, to } = request.query;
        const window = from === undefined || to === undefined ? undefined : { fromSecond: from, toSecond: to };
        const arms = { base: idsOf('base', base), candidate: idsOf('candidate', candidate), window };
        return compareRuns(db, teamCaller(request).teamId, arms);
      },
    );
  };

export const createComparison: Route =
  ({ db }) =>
  async (app) => {
    app.post(
      api.comparisons,
      {
        config: { action: 'comparison.create' },
        schema: {
          summary: 'Compare and keep the numbers.',
          tags: ['comparisons'],
          body: createComparisonSchema,
          response: { 201: comparisonSchema, ...errors(400, 401, 403, 404, 409) },
        },
      },
      async (request, reply) => {
        const { teamId, userId } = teamCaller(request);
        const { base, candidate, title } = request.body;
        const result = await compareRuns(db, teamId, { base, candidate });
        const named = `${result.base.runs[0]?.name} and ${result.candidate.runs[0]?.name}`.slice(0, 200);
        const stored = await insertComparison(db, teamId, {
          userId,
          title: title?.trim() || named,
          baseRunIds: base,
          candidateRunIds: candidate,
          result,
        });
        return reply.code(201).header('location', api.storedComparison(stored.id)).send(stored);
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
