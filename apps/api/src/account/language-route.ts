/** The language that a person reads, on every device and in mails. */
import { chooseLanguageSchema } from '@plimsoll/contracts/account';
import { api } from '@plimsoll/contracts/paths';
import { chooseLanguage } from '@plimsoll/store/own-account';
import { z } from 'zod';
import { signedIn } from '../auth/access.ts';
import { errors, type Route } from '../http/schema.ts';

export const chooseOwnLanguage: Route =
  ({ db }) =>
  async (app) => {
    app.put(
      api.ownLanguage,
      {
        config: { action: 'person', beforeSecondFactor: true },
        schema: {
          summary: 'Read Plimsoll and its mails in this language; null: as each browser asks.',
          description: 'The web keeps it in the cookie `plimsoll-language`, too, which comes before Accept-Language in every answer.',
          tags: ['accounts'],
          body: chooseLanguageSchema,
          response: { 204: z.undefined(), ...errors(400, 401) },
        },
      },
      async (request, reply) => {
        await chooseLanguage(db, signedIn(request).user.id, request.body.language);
        return reply.code(204).send();
      },
    );
  };
