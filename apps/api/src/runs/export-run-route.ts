/** A run as a file: CSV a second, JSON whole, or the percentile table HdrHistogram's plotter reads. */

import { Readable } from 'node:stream';
import { api } from '@plimsoll/contracts/paths';
import { histogramNames } from '@plimsoll/contracts/sample';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { teamCaller } from '../auth/access.ts';
import { errors, type Route, routeOf, uuidParams } from '../http/schema.ts';

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

export const exportRun: Route =
  ({ analysis }) =>
  async (app) => {
    app.get(
      routeOf(api.exported(':id', 'csv')),
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
        const runId = request.params.id;
        const { format } = request.query;
        // The first piece is there before anything is answered, so that what cannot be exported is still refused.
        const pieces = await analysis.exportRun({ teamId, runId, ...request.query });
        return sendPieces(
          reply
            .header('content-type', types[format])
            .header('content-disposition', `attachment; filename="run-${runId}.${extensions[format]}"`),
          pieces,
        );
      },
    );
  };

/** Each piece is made when the reader has taken the one before. */
function sendPieces(reply: FastifyReply, pieces: AsyncIterable<string>): FastifyReply {
  return reply.send(Readable.from(pieces, { highWaterMark: 1 }));
}
