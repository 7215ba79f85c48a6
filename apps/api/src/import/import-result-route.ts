/** Result files of other load generators as runs. */

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SpooledFile } from '@plimsoll/artefacts/spooled-file';
import { type ImportResultQuery, importResultQuerySchema } from '@plimsoll/contracts/import-result';
import { api } from '@plimsoll/contracts/paths';
import type { RefusalCode } from '@plimsoll/contracts/refusal';
import { type Run, runSchema } from '@plimsoll/contracts/run';
import { beginImport, noteImportedBytes } from '@plimsoll/store/import-usage';
import { keepImportedFile } from '@plimsoll/store/imported-file';
import { StoreError } from '@plimsoll/store/store-error';
import { refusalSentence } from '@plimsoll/wording/refusal-sentence';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { noteDone } from '../audit/audit-actor.ts';
import { teamCaller } from '../auth/access.ts';
import { invalid } from '../http/api-error.ts';
import { resultTooLarge } from '../http/body-limit.ts';
import { errors, type Route } from '../http/schema.ts';
import { type ImportTurn, openImportTurns } from './import-turns.ts';
import { keepUploaded } from './uploaded-file.ts';

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

interface Importing {
  readonly teamId: string;
  readonly userId: string | null;
  readonly turn: ImportTurn;
}

interface FileRequest {
  readonly body: Readable;
  readonly query: ImportResultQuery;
  readonly headers: IncomingHttpHeaders;
  readonly log: FastifyBaseLogger;
}

interface Uploaded extends Pick<Importing, 'teamId'>, Pick<FileRequest, 'log'> {
  readonly uploaded: SpooledFile;
}

/** How long an import waits for news of an archive that was away. */
const mostLookMs = 2000;

/** 0: not told. */
const sentBytes = ({ headers }: { readonly headers: IncomingHttpHeaders }) => Number(headers['content-length'] ?? 0);

/** Refusals that the URL beside the file mends. */
const ofUrl: readonly RefusalCode[] = ['result_no_target', 'result_url'];

export const importResultAsRun: Route =
  ({ analysis, archive, config, db }) =>
  async (app) => {
    const turns = openImportTurns(config.mostImportBytes);
    // The handler reads it, once everything else of the request is found right.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(types, (_request: FastifyRequest, body: IncomingMessage, done: (error: null, body: Readable) => void) =>
      done(null, body),
    );
    /** The run is kept whatever becomes of its file: a store that is away holds up no import. */
    const archiveFile = async (run: Run, { teamId, uploaded, log }: Uploaded): Promise<Run> => {
      if (!db.objects) return run;
      // It may be back since somebody looked.
      if (archive.trouble() !== null) await Promise.race([archive.look(), sleep(mostLookMs)]);
      if (archive.trouble() !== null) return run;
      try {
        const isKept = await keepImportedFile(db, { teamId, runId: run.id }, uploaded);
        return isKept ? { ...run, importedFile: { bytes: uploaded.bytes } } : run;
      } catch (error) {
        log.warn({ runId: run.id, err: error }, 'the file of an import could not be kept in the archive');
        return run;
      }
    };
    const keepFile = async ({ teamId, userId, turn }: Importing, { body, query, headers, log }: FileRequest) => {
      const caps = config.importCaps;
      const begun = await beginImport(db, { teamId, caps, bytes: sentBytes({ headers }) });
      let bytes = 0;
      const hold = (more: number) => {
        bytes += more;
        turn.hold(more);
      };
      const noted = () => noteImportedBytes(db, begun.id, bytes);
      const uploaded = await keepUploaded(body, { mostBytes: config.mostImportBytes, hold }).finally(noted);
      // Read by another thread of this process: it stays open until that thread is through.
      const question = { teamId, userId, fd: uploaded.fd, secretKey: config.secretKey, begun, caps, ...query };
      const keep = async () => {
        const answer = await analysis.keepResult(question);
        return answer.kind === 'kept' ? { ...answer, run: await archiveFile(answer.run, { teamId, uploaded, log }) } : answer;
      };
      return turn.read(keep).finally(() => uploaded.close());
    };
    app.post(
      api.imports,
      {
        config: { action: 'run.create', takesResult: true },
        preParsing: async (request) => {
          const sent = sentBytes(request);
          if (sent > config.mostImportBytes) throw resultTooLarge(sent, config.mostImportBytes);
        },
        schema: {
          summary: 'Import a result file of another load generator as a run.',
          description:
            'The body is the file as the tool wrote it: k6 (CSV, JSON lines, summary export, data of handleSummary), oha, autocannon, fortio, vegeta, ghz and Nighthawk JSON, ' +
            'what wrk, ab, hey, oha, vegeta, k6, ghz and h2load print, CSV of hey and vegeta, HdrHistogram logs (.hlog), exports of AIPerf and GenAI-Perf. The file says of which tool it is, whatever the ' +
            'content type. A file that k6 wrote may have gigabytes, and any may be packed by gzip. `source` of the run says how far its data goes. Figures that cannot be are refused by line and name. ' +
            'How much a team imports in a day, and how often in a minute, is capped: 429 says when to try again, 413 that the file alone is over the cap. ' +
            'An installation with an archive keeps the file there, too: `importedFile` says whether it did.',
          tags: ['runs'],
          querystring: importResultQuerySchema,
          consumes: types,
          body: z.custom<Readable>((body) => body instanceof Readable).meta({ type: 'string', format: 'binary' }),
          response: { 201: runSchema, ...errors(400, 401, 403, 413, 415, 429, 503) },
        },
      },
      async (request, reply) => {
        const { teamId, userId } = teamCaller(request);
        const turn = turns.begin(teamId);
        const answer = await keepFile({ teamId, userId, turn }, request).finally(() => turn.end());
        if (answer.kind === 'over_day') throw new StoreError(answer.code, answer.values);
        if (answer.kind === 'kept') {
          const { id, plan } = answer.run;
          await noteDone(db, request, { action: 'run.import', what: { kind: 'run', id, name: plan.name } });
          return reply.code(201).header('location', api.run(id)).send(answer.run);
        }
        throw invalid(ofUrl.includes(answer.reason.code) ? '/url' : '', refusalSentence(answer.reason));
      },
    );
  };
