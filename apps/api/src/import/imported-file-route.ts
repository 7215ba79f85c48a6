/** The file that a run was imported from, as it came. */
import { api } from '@plimsoll/contracts/paths';
import { findImportedFile } from '@plimsoll/store/imported-file';
import { noteDone } from '../audit/audit-actor.ts';
import { teamCaller } from '../auth/access.ts';
import { notFound } from '../http/api-error.ts';
import { keptFile } from '../http/downloads.ts';
import { errors, type Route, routeOf, uuidParams } from '../http/schema.ts';

export const downloadImportedFile: Route =
  ({ db, downloads }) =>
  async (app) => {
    app.get(
      routeOf(api.importedFile(':id')),
      {
        // It may hold secrets that its run masks: those who may import see it, and nobody else.
        config: { action: 'run.create' },
        schema: {
          summary: 'Download the file that a run was imported from, as it came.',
          description: 'Where `importedFile` of the run says that the archive keeps it; else 409.',
          tags: ['runs'],
          params: uuidParams,
          response: { 200: keptFile, ...errors(401, 403, 404, 409, 429, 503) },
        },
      },
      async (request, reply) => {
        const { teamId } = teamCaller(request);
        const runId = request.params.id;
        const file = await findImportedFile(db, { teamId, runId });
        if (!file) throw notFound('run');
        return downloads.send(reply, { teamId, file, name: file.name ?? `run-${runId}.txt` }, () =>
          noteDone(db, request, { action: 'run.export', what: { kind: 'run', id: runId }, details: { format: 'imported' } }),
        );
      },
    );
  };
