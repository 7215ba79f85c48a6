/** The members of a team: listed, given another role, removed. */
import { scopesTellAddresses } from '@plimsoll/contracts/account';
import { changeMemberSchema, memberListSchema, memberSchema } from '@plimsoll/contracts/members';
import { api } from '@plimsoll/contracts/paths';
import { audited } from '@plimsoll/store/audited';
import { changeRole, removeMember as removeFromTeam } from '@plimsoll/store/change-members';
import { listMembers } from '@plimsoll/store/members';
import { accountWords } from '@plimsoll/wording/en/account';
import { z } from 'zod';
import { auditActor } from '../audit/audit-actor.ts';
import { mayDo, teamCaller } from '../auth/access.ts';
import { ApiError, notFound } from '../http/api-error.ts';
import { errors, type Route } from '../http/schema.ts';

const memberParams = z.strictObject({ userId: z.string().max(100) });

export const readMembers: Route =
  ({ db }) =>
  async (app) => {
    app.get(
      api.members,
      {
        config: { action: 'member.view' },
        schema: {
          summary: "The team's members.",
          description: 'A token that may not write is told no addresses: `email` is null.',
          tags: ['team'],
          response: { 200: memberListSchema, ...errors(401, 403) },
        },
      },
      async (request) => {
        const { teamId, scopes } = teamCaller(request);
        const items = await listMembers(db, teamId);
        return { items: scopesTellAddresses(scopes) ? items : items.map((member) => ({ ...member, email: null })) };
      },
    );
  };

export const changeMember: Route =
  ({ db }) =>
  async (app) => {
    app.patch(
      api.member(':userId'),
      {
        config: { action: 'member.edit' },
        schema: {
          summary: 'Give a member another role, from the next request on.',
          description:
            'Only an owner makes, changes or removes owners, and the last one stays (409 last_owner). With "handOver" the caller becomes an admin in the same moment.',
          tags: ['team'],
          params: memberParams,
          body: changeMemberSchema,
          response: { 200: memberSchema, ...errors(400, 401, 403, 404, 409) },
        },
      },
      async (request) => {
        const { teamId, userId: by } = teamCaller(request);
        const { userId } = request.params;
        const { role, handOver } = request.body;
        const former = await audited(
          db,
          auditActor(request),
          { action: 'member.role', what: { kind: 'member', id: userId } },
          (client) => changeRole(client, { teamId, userId, by, role, handOver }),
          (from) => from && { details: { from, to: role, ...(handOver ? { handOver } : {}) } },
        );
        const member = former && (await listMembers(db, teamId)).find((one) => one.userId === userId);
        if (!member) throw notFound('member');
        return member;
      },
    );
  };

export const removeMember: Route =
  ({ db }) =>
  async (app) => {
    app.delete(
      api.member(':userId'),
      {
        config: { action: 'member.leave' },
        schema: {
          summary: 'Remove a member, or leave where it is oneself.',
          description:
            'What the person made stays, with the name on it. Tokens and open invitations of the person end; open streams end within 5 s. Others are removed by admins, owners by owners; the last owner stays (409 last_owner).',
          tags: ['team'],
          params: memberParams,
          response: { 204: z.undefined(), ...errors(401, 403, 404, 409) },
        },
      },
      async (request, reply) => {
        const caller = teamCaller(request);
        const { userId } = request.params;
        if (userId !== caller.userId && !mayDo(caller, 'member.edit'))
          throw new ApiError('forbidden', accountWords.roleForbids({ role: caller.role, action: 'member.edit' }));
        const former = await audited(
          db,
          auditActor(request),
          { action: userId === caller.userId ? 'member.leave' : 'member.remove', what: { kind: 'member', id: userId } },
          (client) => removeFromTeam(client, { teamId: caller.teamId, userId, by: caller.userId }),
          (role) => role && { details: { role } },
        );
        if (!former) throw notFound('member');
        return reply.code(204).send();
      },
    );
  };
