/** Public hosts that a team proves to be its own, where the operator asks for that. */
import { api } from '@plimsoll/contracts/paths';
import { refusal } from '@plimsoll/contracts/refusal';
import { addHostSchema, mostHosts, proofOf, type TeamHost, teamHostSchema, teamHostsSchema } from '@plimsoll/contracts/team-host';
import { audited } from '@plimsoll/store/audited';
import {
  addTeamHost,
  findTeamHost,
  listTeamHosts,
  mayCheckHost,
  noteHostCheck,
  removeTeamHost,
  type StoredHost,
} from '@plimsoll/store/team-hosts';
import { problemWords } from '@plimsoll/wording/en/problem';
import { refusalSentence } from '@plimsoll/wording/refusal-sentence';
import { z } from 'zod';
import { auditActor } from '../audit/audit-actor.ts';
import { teamCaller } from '../auth/access.ts';
import type { ApiConfig } from '../config.ts';
import { invalid, notFound, notNow } from '../http/api-error.ts';
import { refuseUnasked } from '../http/refuse-unasked.ts';
import { errors, type Route, uuidParams } from '../http/schema.ts';

/** A look asks up to eight addresses of a stranger: not more often. */
const restSeconds = 5;

function describe({ id, host, token, checkedAt, provenAt, provenBy, addresses, problem }: StoredHost): TeamHost {
  return {
    id,
    host,
    state: addresses.length > 0 ? 'proven' : provenAt ? 'lost' : 'waiting',
    ...proofOf(host, token),
    checkedAt: checkedAt?.toISOString() ?? null,
    provenAt: provenAt?.toISOString() ?? null,
    provenBy,
    problem: problem && refusalSentence(problem),
  };
}

function refuseUnproved({ targets }: Pick<ApiConfig, 'targets'>): void {
  if (targets.mode !== 'public-verified') throw invalid('/host', refusalSentence(refusal('hosts_not_proved_here')));
}

export const readTeamHosts: Route =
  ({ db }) =>
  async (app) => {
    app.get(
      api.hosts,
      {
        config: { action: 'team.view' },
        schema: {
          summary: 'Public hosts that the team proves to be its own.',
          description: 'They may be loaded where PLIMSOLL_TARGETS is public-verified. The proof is looked for again before each run.',
          tags: ['team'],
          response: { 200: teamHostsSchema, ...errors(401, 403) },
        },
      },
      async (request) => {
        return { items: (await listTeamHosts(db, teamCaller(request).teamId)).map(describe) };
      },
    );
  };

export const addHost: Route =
  ({ config, db }) =>
  async (app) => {
    app.post(
      api.hosts,
      {
        config: { action: 'team.edit' },
        schema: {
          summary: 'Name a host to prove.',
          description:
            'The answer says what the proof is: a file that the host serves by https or http, or a TXT record of its DNS. A host that the team has already is answered as it is.',
          tags: ['team'],
          body: addHostSchema,
          response: { 201: teamHostSchema, ...errors(400, 401, 403) },
        },
      },
      async (request, reply) => {
        refuseUnproved(config);
        const { host } = request.body;
        const added = await audited(
          db,
          auditActor(request),
          { action: 'host.add' },
          (client) => addTeamHost(client, teamCaller(request).teamId, host),
          (done) => (done?.isNew ? { what: { kind: 'host', id: done.host.id, name: host } } : null),
        );
        if (!added) throw invalid('/host', refusalSentence(refusal('hosts_most', { most: mostHosts })));
        return reply.code(201).send(describe(added.host));
      },
    );
  };

export const checkHost: Route = (context) => {
  const { config, db } = context;
  return async (app) => {
    app.post(
      api.checkHost(':id'),
      {
        config: { action: 'team.edit' },
        schema: {
          summary: 'Look for the proof of a host now.',
          description: 'Takes up to 8 seconds. Once in 5 seconds for each host.',
          tags: ['team'],
          params: uuidParams,
          response: { 200: teamHostSchema, ...errors(400, 401, 403, 404, 429, 503) },
        },
      },
      async (request) => {
        const { teamId } = teamCaller(request);
        const { id } = request.params;
        const kept = await findTeamHost(db, teamId, id);
        if (!kept) throw notFound('host');
        refuseUnproved(config);
        if (!(await mayCheckHost(db, teamId, id, restSeconds)))
          throw notNow('too_many_requests', problemWords.general.hostCheckedJustNow, restSeconds);
        const [found] = await context.strangers.proveHosts(teamId, [kept], config.targets.ownPorts).catch(refuseUnasked);
        if (!found) throw notFound('host');
        const checked = await audited(
          db,
          auditActor(request),
          { action: 'host.check' },
          (client) => noteHostCheck(client, teamId, kept.host, found),
          (done) => done && { what: { kind: 'host', id, name: kept.host }, details: { proven: 'by' in found } },
        );
        if (!checked) throw notFound('host');
        return describe(checked);
      },
    );
  };
};

export const removeHost: Route =
  ({ db }) =>
  async (app) => {
    app.delete(
      api.host(':id'),
      {
        config: { action: 'team.edit' },
        schema: {
          summary: 'Remove a host: no run may load it from then on.',
          tags: ['team'],
          params: uuidParams,
          response: { 204: z.undefined(), ...errors(401, 403, 404) },
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        const removed = await audited(
          db,
          auditActor(request),
          { action: 'host.remove' },
          (client) => removeTeamHost(client, teamCaller(request).teamId, id),
          (gone) => gone && { what: { kind: 'host', id, name: gone.host } },
        );
        if (!removed) throw notFound('host');
        return reply.code(204).send();
      },
    );
  };
