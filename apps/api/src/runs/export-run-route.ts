/** A run as a file: CSV a second, JSON whole, or the percentile table HdrHistogram's plotter reads. */
import type { Run } from '@plimsoll/contracts/run';
import { histogramNames, requestTimeNames, type Sample } from '@plimsoll/contracts/sample';
import { samplesToCsv } from '@plimsoll/statistics/csv';
import { curveOf } from '@plimsoll/statistics/curve';
import { pointsOf } from '@plimsoll/statistics/point';
import { findRun } from '@plimsoll/store/runs';
import { samplesOf } from '@plimsoll/store/samples';
import { z } from 'zod';
import { teamCaller } from '../auth/access.ts';
import { invalid, notFound } from '../http/api-error.ts';
import { errors, type Route, uuidParams } from '../http/schema.ts';
import { percentileTable } from './percentile-table.ts';

const querySchema = z.strictObject({
  format: z.enum(['csv', 'json', 'hdr']),
  /** Of the CSV: `Time,Secs,…` or `time,secs,…`. */
  header: z.enum(['fields', 'names']).default('fields'),
  /** Of the percentile table. */
  histogram: z.enum(histogramNames).default('responseTime'),
  /** Of the percentile table: one request of a plan with several, by its name. */
  request: z.string().max(80).optional(),
});
const types = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8', hdr: 'text/plain; charset=utf-8' };
const exported = {
  description: 'The run as a file.',
  content: {
    'text/csv': { schema: z.string() },
    'application/json': { schema: z.unknown() },
    'text/plain': { schema: z.string() },
  },
};
const extensions = { csv: 'csv', json: 'json', hdr: 'hdr.txt' };

/** The histograms of a sample that the percentile table is made of. Throws ApiError 400 for what is not kept. */
function tabledOf({ plan }: Run, { histogram, request }: z.infer<typeof querySchema>): (sample: Sample) => Uint8Array[] {
  if (request === undefined) return (sample) => [sample.histograms[histogram]];
  const names = (plan.requests ?? []).map(({ name }) => name);
  if (!names.includes(request)) throw invalid('/request', `The plan has no request "${request}".`, { got: request });
  const kept = requestTimeNames.find((name) => name === histogram);
  if (!kept) throw invalid('/histogram', 'This time is not kept by request.', { got: histogram, allowed: requestTimeNames.join(', ') });
  return ({ byRequest }) => byRequest.filter(({ name }) => name === request).map(({ histograms }) => histograms[kept]);
}

export const exportRun: Route =
  ({ db }) =>
  async (app) => {
    app.get(
      '/api/v1/runs/:id/export',
      {
        config: { action: 'run.view' },
        schema: {
          summary: 'Download a run as csv, json or hdr (percentile table).',
          tags: ['runs'],
          params: uuidParams,
          querystring: querySchema,
          response: { 200: exported, ...errors(400, 401, 403, 404) },
        },
      },
      async (request, reply) => {
        const { teamId } = teamCaller(request);
        const run = await findRun(db, teamId, request.params.id);
        if (!run) throw notFound('run');
        const { query } = request;
        const { format, header } = query;
        const tabled = format === 'hdr' ? tabledOf(run, query) : null;
        const withoutRequests = format === 'csv' || (tabled !== null && query.request === undefined);
        const samples = await samplesOf(db, teamId, run.id, { withoutRequests });
        const measured = samples.filter((sample) => !sample.warmup);
        const text =
          format === 'csv'
            ? samplesToCsv(run.plan, run.startedAt ?? run.createdAt, samples, { header, client: run.environment?.client })
            : tabled
              ? percentileTable(measured.flatMap(tabled))
              : JSON.stringify({ run, points: pointsOf(samples, 1), curve: curveOf(measured) });
        return reply
          .header('content-type', types[format])
          .header('content-disposition', `attachment; filename="run-${run.id}.${extensions[format]}"`)
          .serializer((body: unknown) => String(body))
          .send(text);
      },
    );
  };
