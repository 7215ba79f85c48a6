import { type Session, sessionSchema, type Team, teamSchema } from '@plimsoll/contracts/account';
import { api } from '@plimsoll/contracts/paths';
import { request } from '../client.ts';

/** Makes a team, and acts for it from now on. */
export function createTeam(input: { readonly name: string }): Promise<Team> {
  return request(api.teams, teamSchema, { method: 'POST', body: input });
}

/** Acts for this team from now on. */
export function chooseTeam(teamId: string): Promise<Session> {
  return request(api.currentTeam, sessionSchema, { method: 'POST', body: { teamId } });
}
