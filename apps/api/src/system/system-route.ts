/** What this installation allows, for the launch form. */
import type { IncomingHttpHeaders } from 'node:http';
import { api } from '@plimsoll/contracts/paths';
import { systemSchema } from '@plimsoll/contracts/system';
import { readTeamTargets } from '@plimsoll/store/team-settings';
import { listWorkerLabels } from '@plimsoll/store/workers-online';
import { findCaller } from '../auth/caller.ts';
import { errors, type Route } from '../http/schema.ts';
import { version } from '../version.ts';

/** The allowed targets and the labels of workers name what is inside: they are for members. */
export const system: Route =
  ({ auth, config, db }) =>
  async (app) => {
    const insideFor = async (headers: IncomingHttpHeaders) => {
      const { mode, allowed } = config.targets;
      const caller = await findCaller(auth, db, headers).catch(() => null);
      if (!caller) return { targets: { mode, allowed: [] }, workerLabels: [] };
      const [team, workerLabels] = await Promise.all([readTeamTargets(db, caller.teamId), listWorkerLabels(db)]);
      return { targets: { mode, allowed, team }, workerLabels };
    };
    app.get(
      api.system,
      {
        config: { action: 'public' },
        schema: {
          summary: 'Version, caps, target policy, demo target.',
          tags: ['system'],
          response: { 200: systemSchema, ...errors(503) },
        },
      },
      async (request) => ({
        version,
        caps: config.caps,
        ...(await insideFor(request.headers)),
        signup: config.signup,
        mail: config.mail !== undefined,
        demoTarget: `http://127.0.0.1:${config.demoPort}/`,
        demoGrpcTarget: `grpc://127.0.0.1:${config.demoPort}`,
      }),
    );
  };
