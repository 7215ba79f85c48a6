/** What this installation allows, for the launch form. */
import type { IncomingHttpHeaders } from 'node:http';
import { api } from '@plimsoll/contracts/paths';
import { systemSchema } from '@plimsoll/contracts/system';
import { readTeamTargets } from '@plimsoll/store/team-settings';
import { findCaller } from '../auth/caller.ts';
import { errors, type Route } from '../http/schema.ts';
import { version } from '../version.ts';

/** The allowed targets name hosts inside: they are for members. */
export const system: Route =
  ({ auth, config, db }) =>
  async (app) => {
    const targetsFor = async (headers: IncomingHttpHeaders) => {
      const { mode, allowed } = config.targets;
      const caller = await findCaller(auth, db, headers).catch(() => null);
      return caller ? { mode, allowed, team: await readTeamTargets(db, caller.teamId) } : { mode, allowed: [] };
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
        targets: await targetsFor(request.headers),
        signup: config.signup,
        mail: config.mail !== undefined,
        demoTarget: `http://127.0.0.1:${config.demoPort}/`,
        demoGrpcTarget: `grpc://127.0.0.1:${config.demoPort}`,
      }),
    );
  };
