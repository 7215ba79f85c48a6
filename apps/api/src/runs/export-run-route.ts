/** A run as a file: a report, CSV a second, a HdrHistogram log, the percentile table its plotter reads, or JSON whole. */
import { api, runFileFormats } from '@plimsoll/contracts/paths';
import { histogramNames } from '@plimsoll/contracts/times';
import { reportPage } from '@plimsoll/pages/report-page';
import { z } from 'zod';
import { noteDone } from '../audit/audit-actor.ts';
import { teamCaller } from '../auth/access.ts';
import { askerOf } from '../figures/asker-of.ts';
import { errors, type Route, routeOf, uuidParams } from '../http/schema.ts';
import { sendFile } from '../http/send-file.ts';

const querySchema = z.strictObject({
  format: z.enum(runFileFormats).meta({
    description:
      '`html`: a report in one file that opens offline. `csv`: a row a second. `hlog`: a HdrHistogram log, a histogram a second and tag. `hdr`: a percentile table. `json`: all of it.',
  }),
  /** Header of the CSV: `Time,Secs,…` or `time,secs,…`. */
  header: z.enum(['fields', 'names']).default('fields'),
  histogram: z.enum(histogramNames).default('responseTime').meta({
    description: 'For the percentile table: times, whose table is in ms, or lengths of streams (`inputTokens`, `outputTokens`), in tokens.',
  }),
  /** For the percentile table: one request of a plan with several, by its name. */
  request: z.string().max(80).optional(),
});
const exported = {
  description: 'The run as a file.',
  content: {
    'text/html': { schema: z.string() },
    'text/csv': { schema: z.string() },
    'application/json': { schema: z.unknown() },
    'text/plain': { schema: z.string() },
  },
};
const extensions = { html: 'html', csv: 'csv', hlog: 'hlog', hdr: 'hdr.txt', json: 'json' };

export const exportRun: Route =
  ({ analysis, db }) =>
  async (app) => {
    app.get(
      routeOf(api.exported(':id', 'csv')),
      {
        config: { action: 'run.view' },
        schema: {
          summary: 'Download a run as html (report), csv, hlog (HdrHistogram log), hdr (percentile table) or json.',
          tags: ['runs'],
          params: uuidParams,
          querystring: querySchema,
          response: { 200: exported, ...errors(400, 401, 403, 404, 429) },
        },
      },
      async (request, reply) => {
        const { teamId } = teamCaller(request);
        const runId = request.params.id;
        const { format, ...more } = request.query;
        const asker = askerOf(request, reply);
        const name = `run-${runId}.${extensions[format]}`;
        const note = () => noteDone(db, request, { action: 'run.export', what: { kind: 'run', id: runId }, details: { format } });
        if (format === 'html') {
          const page = reportPage(await analysis.reportRun({ teamId, runId }, asker), new Date());
          await note();
          return sendFile(reply, format, name, page);
        }
        // The first piece is there before anything is answered, so that what cannot be exported is still refused.
        const content = await analysis.exportRun({ teamId, runId, format, ...more }, asker);
        await note();
        return sendFile(reply, format, name, content);
      },
    );
  };
