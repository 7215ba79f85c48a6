/** A run as a file: CSV a second, JSON whole, or the percentile table HdrHistogram's plotter reads. */
import { histogramNames } from '@plimsoll/contracts/sample';
import { samplesToCsv } from '@plimsoll/statistics/csv';
import { curveOf } from '@plimsoll/statistics/curve';
import { pointsOf } from '@plimsoll/statistics/point';
import { findRun } from '@plimsoll/store/runs';
import { samplesOf } from '@plimsoll/store/samples';
import { z } from 'zod';
import { teamCaller } from '../access.ts';
import { notFound } from '../api-error.ts';
import { percentileTable } from '../percentile-table.ts';
import { errors, type Route, uuidParams } from '../schema.ts';

const querySchema = z.strictObject({
  format: z.enum(['csv', 'json', 'hdr']),
  /** Of the CSV: `Time,Secs,…` or `time,secs,…`. */
  header: z.enum(['fields', 'names']).default('fields'),
  /** Of the percentile table. */
  histogram: z.enum(histogramNames).default('responseTime'),
});
const types = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8', hdr: 'text/plain; charset=utf-8' };
const extensions = { csv: 'csv', json: 'json', hdr: 'hdr.txt' };

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
          response: errors(400, 401, 403, 404),
        },
      },
      async (request, reply) => {
        const { teamId } = teamCaller(request);
        const run = await findRun(db, teamId, request.params.id);
        if (!run) throw notFound('run');
        const { format, header, histogram } = request.query;
        const samples = await samplesOf(db, teamId, run.id);
        const measured = samples.filter((sample) => !sample.warmup);
        const text =
          format === 'csv'
            ? samplesToCsv(run.plan, run.startedAt ?? run.createdAt, samples, { header })
            : format === 'hdr'
              ? percentileTable(measured.map((sample) => sample.histograms[histogram]))
              : JSON.stringify({ run, points: pointsOf(samples, 1), curve: curveOf(measured) });
        return reply
          .header('content-type', types[format])
          .header('content-disposition', `attachment; filename="run-${run.id}.${extensions[format]}"`)
          .serializer((body: unknown) => String(body))
          .send(text as never);
      },
    );
  };
