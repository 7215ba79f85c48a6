/** The route that takes away one thing of a team, as tokens, links, invitations, badges and plans have it. */
import type { Action } from '@plimsoll/contracts/account';
import type { AuditAction, AuditSubject } from '@plimsoll/contracts/audit';
import { audited } from '@plimsoll/store/audited';
import type { Db } from '@plimsoll/store/db';
import type { Missing } from '@plimsoll/wording/en/problem';
import { z } from 'zod';
import { teamCaller } from '../auth/access.ts';
import { notFound } from '../http/api-error.ts';
import { ifMatchHeaders, readIfMatch } from '../http/if-match.ts';
import { errors, type Route, uuidParams } from '../http/schema.ts';
import { auditActor } from './audit-actor.ts';

interface Removal {
  /** With `:id` in it. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  /** The caller must be allowed to do this. */
  readonly permission: Action;
  /** Name of the deed in the audit log, and the kind of thing that the id names there. */
  readonly action: AuditAction;
  readonly subject: AuditSubject;
  /** The thing that a 404 says is missing. */
  readonly missing: Missing;
  /** May the asker say by If-Match which revision is to go? */
  readonly revised?: true;
  /** False: the team has nothing of this id. `revision`: the one that may go; null: any. */
  remove(db: Db, teamId: string, id: string, revision: number | null): Promise<boolean>;
}

/** `DELETE` of one thing: 204 with an entry in the audit log, or the one 404 and none. */
export const removalRoute =
  ({ path, summary, tag, permission, action, subject, missing, revised, remove }: Removal): Route =>
  ({ db }) =>
  async (app) => {
    app.delete(
      path,
      {
        config: { action: permission },
        schema: {
          summary,
          tags: [tag],
          params: uuidParams,
          headers: revised ? ifMatchHeaders : z.looseObject({}),
          response: { 204: z.undefined(), ...(revised ? errors(400, 401, 403, 404, 409) : errors(401, 403, 404)) },
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        const revision = revised ? readIfMatch(request.headers) : null;
        const removed = await audited(
          db,
          auditActor(request),
          { action, what: { kind: subject, id } },
          (client) => remove(client, teamCaller(request).teamId, id, revision),
          (found) => (found ? {} : null),
        );
        if (!removed) throw notFound(missing);
        return reply.code(204).send();
      },
    );
  };
