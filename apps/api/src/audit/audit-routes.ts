/** The audit log: read by page, and taken along as JSON Lines. */
import { auditFilterSchema, auditListSchema, auditQuerySchema } from '@plimsoll/contracts/audit';
import { api } from '@plimsoll/contracts/paths';
import type { Db } from '@plimsoll/store/db';
import { listAudit, readAudit } from '@plimsoll/store/list-audit';
import { z } from 'zod';
import { teamCaller } from '../auth/access.ts';
import { errors, type Route } from '../http/schema.ts';
import { sendFile } from '../http/send-file.ts';
import { noteDone } from './audit-actor.ts';

export const readAuditLog: Route =
  ({ db }) =>
  async (app) => {
    app.get(
      api.audit,
      {
        config: { action: 'audit.view' },
        schema: {
          summary: 'Who did what to what, when and from where, the newest first.',
          tags: ['team'],
          querystring: auditQuerySchema,
          response: { 200: auditListSchema, ...errors(400, 401, 403) },
        },
      },
      async (request) => {
        return listAudit(db, teamCaller(request).teamId, request.query);
      },
    );
  };

async function* lines(db: Db, teamId: string, filter: z.infer<typeof auditFilterSchema>): AsyncGenerator<string> {
  for await (const entries of readAudit(db, teamId, filter)) yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

export const exportAuditLog: Route =
  ({ db }) =>
  async (app) => {
    app.get(
      api.auditFile,
      {
        config: { action: 'audit.view' },
        schema: {
          summary: 'The audit log as JSON Lines, the newest first. Taking it along is an entry, too.',
          tags: ['team'],
          querystring: auditFilterSchema,
          response: {
            200: { description: 'An entry a line.', content: { 'application/jsonl': { schema: z.string() } } },
            ...errors(400, 401, 403),
          },
        },
      },
      async (request, reply) => {
        await noteDone(db, request, { action: 'audit.export' });
        return sendFile(reply, 'jsonl', 'audit.jsonl', lines(db, teamCaller(request).teamId, request.query));
      },
    );
  };
