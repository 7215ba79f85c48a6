/** Figures of a run that an analysis thread writes: points, percentile curve, story, spread of its times, the figures of some seconds. */
import type { WrittenQuestion } from '@plimsoll/analysis/open-analysis';
import { curveSchema } from '@plimsoll/contracts/curve';
import { latencyQuerySchema, latencySchema } from '@plimsoll/contracts/latency';
import { api } from '@plimsoll/contracts/paths';
import { samplesQuerySchema, samplesSchema } from '@plimsoll/contracts/sample-points';
import { storySchema } from '@plimsoll/contracts/story';
import { summarySchema } from '@plimsoll/contracts/summary';
import { neededWindowSchema, windowOf, windowQuerySchema } from '@plimsoll/contracts/window';
import { findFigureState } from '@plimsoll/store/figure-state';
import type { z } from 'zod';
import { teamCaller } from '../auth/access.ts';
import { sendFigures } from '../figures/send-figures.ts';
import { notFound } from '../http/api-error.ts';
import { errors, type Route, uuidParams, writtenJson } from '../http/schema.ts';

interface RunFigures<Query extends z.ZodType> {
  /** Takes the run's id. */
  readonly path: (id: string) => string;
  readonly summary: string;
  readonly description?: string;
  readonly query?: Query;
  readonly answer: ReturnType<typeof writtenJson>;
  ask(run: { readonly teamId: string; readonly runId: string }, query: z.output<Query>): WrittenQuestion;
}

const figuresRoute =
  <Query extends z.ZodType>({ path, summary, description, query, answer, ask }: RunFigures<Query>): Route =>
  (context) =>
  async (app) => {
    const refused = query ? errors(400, 401, 403, 404, 429) : errors(401, 403, 404, 429);
    const told = { summary, ...(description && { description }), tags: ['runs'], ...(query && { querystring: query }) };
    app.get(
      path(':id'),
      {
        config: { action: 'run.view' },
        schema: { ...told, params: uuidParams, response: { 200: answer, ...refused } },
      },
      async (request, reply) => {
        const { teamId } = teamCaller(request);
        const runId = request.params.id;
        const found = await findFigureState(context.db, teamId, [runId]);
        if (!found) throw notFound('run');
        return sendFigures(context, request, reply, ask({ teamId, runId }, request.query as z.output<Query>), found.state);
      },
    );
  };

export const figureRoutes: readonly Route[] = [
  figuresRoute({
    path: api.samples,
    summary: 'At most 600 points: seconds, or several merged in a long run.',
    description:
      'Of the whole run, or with `region` of the workers of one region of its plan. A run that was thinned has points of the whole alone.',
    query: samplesQuerySchema,
    answer: writtenJson(samplesSchema, 'The points.'),
    ask: ({ teamId, runId }, { after, resolution, region, ...window }) => ({
      name: 'chartJson',
      question: {
        runId,
        after,
        resolution,
        window: windowOf(window),
        ...(region === undefined ? {} : { region: { teamId, label: region } }),
      },
    }),
  }),
  figuresRoute({
    path: api.curve,
    summary: 'Percentile curve of the measured seconds, or of a window of them.',
    query: windowQuerySchema,
    answer: writtenJson(curveSchema, 'The curve.'),
    ask: (run, window) => ({ name: 'runCurve', question: { ...run, window: windowOf(window) } }),
  }),
  figuresRoute({
    path: api.latency,
    summary: 'How one of the times of a run spreads: percentile table, histograms and a map over the seconds.',
    description:
      'Of the measured seconds, or of a window of them. Counts of the map, of both histograms and of the table are of the same times.',
    query: latencyQuerySchema,
    answer: writtenJson(latencySchema, 'The spread of the times.'),
    ask: (run, { times, ...window }) => ({ name: 'runLatency', question: { ...run, times, window: windowOf(window) } }),
  }),
  figuresRoute({
    path: api.windowSummary,
    summary: 'The figures of some seconds of a run.',
    description:
      'As `summary` of the run, of the measured seconds in the window alone. Thresholds and validity are judged of the whole run.',
    query: neededWindowSchema,
    answer: writtenJson(summarySchema, 'The figures.'),
    ask: (run, window) => ({ name: 'windowSummary', question: { ...run, window } }),
  }),
  figuresRoute({
    path: api.story,
    summary: 'The story of a run: findings with second and figures, and its stages; as far as known while it goes on.',
    answer: writtenJson(storySchema, 'The story.'),
    ask: (run) => ({ name: 'runStory', question: run }),
  }),
];
