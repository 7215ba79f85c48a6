/** Result files of other load generators as runs. */

import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { importResultQuerySchema } from '@plimsoll/contracts/import-result';
import { api } from '@plimsoll/contracts/paths';
import type { RefusalCode } from '@plimsoll/contracts/refusal';
import { runSchema } from '@plimsoll/contracts/run';
import { problemWord } from '@plimsoll/wording/problem-words';
import { refusalSentence } from '@plimsoll/wording/refusal-sentence';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { noteDone } from '../audit/audit-actor.ts';
import { teamCaller } from '../auth/access.ts';
import { ApiError, invalid } from '../http/api-error.ts';
import { resultTooLarge } from '../http/intake/body-limit.ts';
import { errors, type Route } from '../http/schema.ts';
import { keepUploaded } from './uploaded-file.ts';

/** Each has a file on disk. */
const mostAtOnce = 3;
const types = [
  'text/plain',
  'text/csv',
  'text/tab-separated-values',
  'application/json',
  'application/x-ndjson',
  'application/gzip',
  'application/x-gzip',
  'application/octet-stream',
];

/** What is mended by the URL beside the file. */
const ofUrl: readonly RefusalCode[] = ['result_no_target', 'result_url'];

export const importResultAsRun: Route =
  ({ analysis, config, db }) =>
  async (app) => {
    let underWay = 0;
    // The handler reads it, once everything else of the request is found right.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(types, (_request: FastifyRequest, body: IncomingMessage, done: (error: null, body: Readable) => void) =>
      done(null, body),
    );
    app.post(
      api.imports,
      {
        config: { action: 'run.create', takesResult: true },
        // Counted before the body is read.
        preParsing: async (request, reply) => {
          const sent = Number(request.headers['content-length'] ?? 0);
          if (sent > config.mostImportBytes) throw resultTooLarge(sent, config.mostImportBytes);
          if (underWay >= mostAtOnce) throw new ApiError('unavailable', problemWord('problem.body.manyWait'), [], { 'retry-after': '2' });
          underWay += 1;
          reply.raw.once('close', () => underWay--);
        },
        schema: {
          summary: 'Import a result file of another load generator as a run.',
          description:
            'The body is the file as the tool wrote it: k6 (CSV, JSON lines, summary export), oha, autocannon, fortio, vegeta, ghz and Nighthawk JSON, ' +
            'what wrk, ab, hey, k6 0.x, ghz and h2load print, CSV of hey and vegeta, HdrHistogram logs (.hlog). The tool is known by what stands in the file, whatever the ' +
            'content type. A file that k6 wrote may have gigabytes, and any may be packed by gzip. `source` of the run says how far its data goes. Figures that cannot be are refused by line and name.',
          tags: ['runs'],
          querystring: importResultQuerySchema,
          consumes: types,
          body: z.custom<Readable>((body) => body instanceof Readable).meta({ type: 'string', format: 'binary' }),
          response: { 201: runSchema, ...errors(400, 401, 403, 413, 415, 503) },
        },
      },
      async (request, reply) => {
        const { teamId, userId } = teamCaller(request);
        const uploaded = await keepUploaded(request.body, config.mostImportBytes);
        // Read by another thread of this process: it stays open until that thread is through.
        const answer = await analysis
          .keepResult({ teamId, userId, fd: uploaded.fd, secretKey: config.secretKey, ...request.query })
          .finally(() => uploaded.close());
        if (answer.kind === 'kept') {
          const { id, plan } = answer.run;
          await noteDone(db, request, { action: 'run.import', what: { kind: 'run', id, name: plan.name } });
          return reply.code(201).header('location', api.run(id)).send(answer.run);
        }
        throw invalid(ofUrl.includes(answer.reason.code) ? '/url' : '', refusalSentence(answer.reason));
      },
    );
  };
