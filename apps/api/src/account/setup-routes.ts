/** The first-run page: makes the owner and the team, once. */
import { setupDoneSchema, setupSchema, setupStateSchema } from '@plimsoll/contracts/account';
import { api } from '@plimsoll/contracts/paths';
import { createFirstOwner, setupNeeded } from '@plimsoll/store/accounts';
import { writeAudit } from '@plimsoll/store/audited';
import { accountWords } from '@plimsoll/wording/en/account';
import { auditPlace } from '../audit/audit-actor.ts';
import { signInNow } from '../auth/sign-in-now.ts';
import { waysIn } from '../auth/sign-in-policy.ts';
import { ApiError } from '../http/api-error.ts';
import { errors, type Route } from '../http/schema.ts';

const done = () => new ApiError('conflict', accountWords.ownerExists);

export const readSetup: Route =
  ({ db, config }) =>
  async (app) => {
    app.get(
      api.setup,
      {
        config: { action: 'public' },
        schema: { summary: 'Is there no owner yet, and how do people sign in?', tags: ['accounts'], response: { 200: setupStateSchema } },
      },
      async () => ({ needed: await setupNeeded(db), ways: waysIn(config) }),
    );
  };

export const setup: Route =
  ({ auth, db }) =>
  async (app) => {
    app.post(
      api.setup,
      {
        config: { action: 'public' },
        schema: {
          summary: 'Make the owner and the first team, and sign in.',
          tags: ['accounts'],
          body: setupSchema,
          response: { 201: setupDoneSchema, ...errors(400, 403, 409) },
        },
      },
      async (request, reply) => {
        const { name, email, password, team } = request.body;
        if (!(await setupNeeded(db))) throw done();
        const created = await createFirstOwner(db, { name, email, team, passwordHash: await auth.hashPassword(password) });
        if (!created) throw done();
        const by = { teamId: created.team.id, userId: created.user.id, tokenId: null, ...auditPlace(request) };
        await writeAudit(db, by, { action: 'team.create', what: { kind: 'team', ...created.team } });
        if (await signInNow(auth, request, reply, { email, password })) await writeAudit(db, by, { action: 'session.sign_in' });
        return reply.code(201).send(created);
      },
    );
  };
