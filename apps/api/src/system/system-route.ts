/** Tells the launch form the limits and features of this installation. */
import type { IncomingHttpHeaders } from 'node:http';
import { api } from '@plimsoll/contracts/paths';
import { systemSchema } from '@plimsoll/contracts/system';
import { listWorkerLabels } from '@plimsoll/store/workers-online';
import { findCaller } from '../auth/caller.ts';
import { errors, type Route } from '../http/schema.ts';
import { readTeamPolicy } from '../team/team-policy.ts';
import { version } from '../version.ts';

/** The allowed targets and the labels of workers name what is inside: they are for members. */
export const system: Route =
  ({ auth, config, db }) =>
  async (app) => {
    const insideFor = async (headers: IncomingHttpHeaders) => {
      const caller = await findCaller({ auth, config, db }, headers).catch(() => null);
      if (!caller) return { targets: { mode: config.targets.mode, allowed: [] }, workerLabels: [], pools: [] };
      const [policy, online] = await Promise.all([readTeamPolicy({ config, db }, caller.teamId), listWorkerLabels(db)]);
      const { ownPorts: _, ownSockets: __, ...targets } = policy;
      const pools = config.pools.map(({ label }) => label);
      return { targets, workerLabels: [...new Set([...online, ...pools.filter(Boolean)])].sort(), pools };
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
