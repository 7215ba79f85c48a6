/** How the people of a team sign in, and which groups of the provider have a role in it. */
import { api } from '@plimsoll/contracts/paths';
import { teamSignInSchema } from '@plimsoll/contracts/sign-in';
import { rulesOfTeam } from '@plimsoll/store/group-roles';
import { teamCaller } from '../auth/access.ts';
import { waysIn } from '../auth/sign-in-policy.ts';
import { errors, type Route } from '../http/schema.ts';

export const readTeamSignIn: Route =
  ({ config, db }) =>
  async (app) => {
    app.get(
      api.teamSignIn,
      {
        config: { action: 'invitation.view' },
        schema: {
          summary: "How the team's people sign in: the ways, and groups of the provider that have a role here.",
          tags: ['team'],
          response: { 200: teamSignInSchema, ...errors(401, 403) },
        },
      },
      async (request) => {
        const { provider, secondFactor } = config.signIn;
        const rules = await rulesOfTeam(db, teamCaller(request).teamId, provider?.groupRoles ?? []);
        const providerFactor = secondFactor && provider ? provider.secondFactor : null;
        return { ...waysIn(config), secondFactor, providerFactor, groups: rules.map(({ group, role }) => ({ group, role })) };
      },
    );
  };
