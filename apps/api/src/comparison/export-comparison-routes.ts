/** A comparison as a file: CSV for a spreadsheet, or a report that opens offline. */
import type { ComparisonToExport } from '@plimsoll/analysis/export-comparison';
import { comparisonFileQuerySchema, comparisonFileSchema } from '@plimsoll/contracts/comparison';
import { api } from '@plimsoll/contracts/paths';
import { reportPage } from '@plimsoll/pages/report-page';
import { problemWords } from '@plimsoll/wording/en/problem';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { noteDone } from '../audit/audit-actor.ts';
import { teamCaller } from '../auth/access.ts';
import type { ApiContext } from '../context.ts';
import { askerOf } from '../figures/asker-of.ts';
import { ApiError, notFound } from '../http/api-error.ts';
import { errors, type Route, routeOf, uuidParams } from '../http/schema.ts';
import { sendFile } from '../http/send-file.ts';
import { queriedArms } from './comparison-routes.ts';

const exported = {
  description: 'The comparison as a file.',
  content: { 'text/csv': { schema: z.string() }, 'text/html': { schema: z.string() } },
};

export const exportComparisonByUrl: Route = (context) => async (app) => {
  app.get(
    routeOf(api.exportedComparison('csv', [])),
    {
      config: { action: 'comparison.view' },
      schema: {
        summary: 'Compare, and download the comparison as csv or html (report). Nothing is stored.',
        tags: ['comparisons'],
        querystring: comparisonFileQuerySchema,
        response: { 200: exported, ...errors(400, 401, 403, 404, 409, 429) },
      },
    },
    async (request, reply) => {
      const { teamId } = teamCaller(request);
      const { format } = request.query;
      return sendComparison(context, request, reply, 'comparison', { teamId, of: { arms: queriedArms(request.query) }, format });
    },
  );
};

export const exportStoredComparison: Route = (context) => async (app) => {
  app.get(
    routeOf(api.exportedStoredComparison(':id', 'csv')),
    {
      config: { action: 'comparison.view' },
      schema: {
        summary: 'Download a kept comparison as csv or html (report).',
        tags: ['comparisons'],
        params: uuidParams,
        querystring: comparisonFileSchema,
        response: { 200: exported, ...errors(400, 401, 403, 404, 409, 429) },
      },
    },
    async (request, reply) => {
      const { teamId } = teamCaller(request);
      const { id } = request.params;
      return sendComparison(context, request, reply, `comparison-${id}`, { teamId, of: { id }, format: request.query.format });
    },
  );
};

async function sendComparison(
  { analysis, db }: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  question: ComparisonToExport,
): Promise<FastifyReply> {
  const file = await analysis.exportComparison(question, askerOf(request, reply));
  if (file === 'unknown') throw notFound('comparison');
  if (file === 'incomplete') throw new ApiError('conflict', problemWords.share.runDeleted);
  await noteDone(db, request, {
    action: 'comparison.export',
    ...('id' in question.of ? { what: { kind: 'comparison', id: question.of.id } } : {}),
    details: { format: question.format },
  });
  return 'csv' in file
    ? sendFile(reply, 'csv', `${name}.csv`, file.csv)
    : sendFile(reply, 'html', `${name}.html`, reportPage(file.content, new Date()));
}
