/** Commands of other load generators as plans. */
import { importCommandSchema, importedCommandSchema } from '@plimsoll/contracts/imported-command';
import { api } from '@plimsoll/contracts/paths';
import { importCommand } from '@plimsoll/import/import-command';
import { ImportError } from '@plimsoll/import/import-error';
import { refusalSentence } from '@plimsoll/wording/refusal-sentence';
import { invalid } from '../http/api-error.ts';
import { errors, type Route } from '../http/schema.ts';

export const importCommandAsPlan: Route = () => async (app) => {
  app.post(
    api.importCommand,
    {
      config: { action: 'plan.view' },
      schema: {
        summary: 'Read a command line of another load generator, a k6 script or a config of ghz, as a plan.',
        description:
          'Takes curl, ab, wrk, hey, oha, autocannon, nighthawk_client, vegeta attack, fortio load, ghz and its config (JSON, TOML), and the options of a k6 script. Nothing is run, ' +
          'sent or kept. Every flag that has no place in the plan is listed in `unmapped`; secrets of the command stand in the plan in the open.',
        tags: ['plans'],
        body: importCommandSchema,
        response: { 200: importedCommandSchema, ...errors(400, 401, 403, 413, 415) },
      },
    },
    async (request) => {
      try {
        return importCommand(request.body);
      } catch (error) {
        if (!(error instanceof ImportError)) throw error;
        const field = error.refusal.code === 'command_no_target' ? '/url' : '/text';
        throw invalid(field, refusalSentence(error.refusal));
      }
    },
  );
};
