/** The team itself: its name, where it may aim load, and how long it keeps samples. */
import type { AuditDetails } from '@plimsoll/contracts/audit';
import { changeTeamSchema } from '@plimsoll/contracts/change-team';
import { api } from '@plimsoll/contracts/paths';
import { type Retention, shortensRetention } from '@plimsoll/contracts/retention';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { type TeamSettings, teamSettingsSchema } from '@plimsoll/contracts/team';
import { refuseTeamTarget } from '@plimsoll/contracts/team-targets';
import { audited } from '@plimsoll/store/audited';
import { changeTeamSettings, findTeamSettings } from '@plimsoll/store/team-settings';
import { accountWords } from '@plimsoll/wording/en/account';
import { refusalSentence } from '@plimsoll/wording/refusal-sentence';
import { auditActor } from '../audit/audit-actor.ts';
import { teamCaller } from '../auth/access.ts';
import type { Caller } from '../auth/caller.ts';
import { ApiError, notFound } from '../http/api-error.ts';
import { errors, type Route } from '../http/schema.ts';

/** A team's list only narrows what the operator permits, so an entry beyond that would be an empty promise. */
function refuseTargets(policy: TargetPolicy, targets: readonly string[], kept: readonly string[]): void {
  const problems = targets.flatMap((target, index) => {
    // The operator may permit less by now: what is kept already must not be in the way of a change.
    const refused = kept.includes(target) ? null : refuseTeamTarget(policy, target);
    return refused ? [{ field: `/targets/${index}`, message: refusalSentence(refused), got: target }] : [];
  });
  if (problems[0]) throw new ApiError('target_refused', problems[0].message, problems);
}

/** Rows that go by shorter rules do not come back: no token and no admin lets them go. */
function refuseShortening({ role, tokenId }: Caller, before: Retention, after: Retention): void {
  if (!shortensRetention(before, after)) return;
  if (tokenId !== null) throw new ApiError('forbidden', accountWords.personallyOnly);
  if (role !== 'owner') throw new ApiError('forbidden', accountWords.ownersShorten);
}

const describeDays = (rule: keyof Retention, { retention: before }: TeamSettings, { retention: after }: TeamSettings): AuditDetails =>
  before[rule] === after[rule] ? {} : { [rule]: after[rule] ?? 'for ever' };

/** The change of the settings, as the audit log tells it. */
function describeChange(before: TeamSettings, after: TeamSettings): AuditDetails {
  const added = after.targets.filter((target) => !before.targets.includes(target));
  const removed = before.targets.filter((target) => !after.targets.includes(target));
  return {
    ...(before.name === after.name ? {} : { from: before.name, to: after.name }),
    ...(added.length > 0 ? { targetsAdded: added.join(', ') } : {}),
    ...(removed.length > 0 ? { targetsRemoved: removed.join(', ') } : {}),
    ...describeDays('samplesDays', before, after),
    ...describeDays('runsDays', before, after),
    ...(before.traceUrl === after.traceUrl ? {} : { traceUrl: after.traceUrl ?? 'none' }),
    ...(before.sample === after.sample ? {} : { sample: after.sample ? 'shown' : 'removed' }),
  };
}

export const readTeam: Route =
  ({ db }) =>
  async (app) => {
    app.get(
      api.team,
      {
        config: { action: 'team.view' },
        schema: {
          summary: 'The team: its name, where it may aim load, and how long it keeps samples.',
          description: 'Without targets of its own a team may load whatever the operator permits (GET /api/v1/system).',
          tags: ['team'],
          response: { 200: teamSettingsSchema, ...errors(401, 403) },
        },
      },
      async (request) => {
        const team = await findTeamSettings(db, teamCaller(request).teamId);
        if (!team) throw notFound('team');
        return team;
      },
    );
  };

export const changeTeam: Route =
  ({ config, db }) =>
  async (app) => {
    app.put(
      api.team,
      {
        config: { action: 'team.edit' },
        schema: {
          summary: "Change the team's name, targets, retention or the address of its traces.",
          description:
            'What is left out stays. "targets" are host names, addresses and CIDR ranges within what the operator permits with PLIMSOLL_TARGETS; loopback is allowed beside them. An empty list: whatever the operator permits. They hold for every run that is claimed from then on. "retention": within ten minutes, samples of runs that ended samplesDays ago become samples of 10 s with the same counts and merged histograms; runs that ended runsDays ago keep their figures and lose their samples. What went does not come back: GET /api/v1/team/retention-preview says first what it will be, and shorter rules are an owner\'s to set, signed in, not by token (403). "traceUrl": where the team\'s own backend shows a trace, with {traceId} once behind the host; links to it stand in GET /api/v1/runs/:id/traces. Null: none.',
          tags: ['team'],
          body: changeTeamSchema,
          response: { 200: teamSettingsSchema, ...errors(400, 401, 403) },
        },
      },
      async (request) => {
        const caller = teamCaller(request);
        const { teamId } = caller;
        const { targets } = request.body;
        const changed = await audited(
          db,
          auditActor(request),
          { action: 'team.edit' },
          async (client) => {
            if (targets) refuseTargets(config.targets, targets, (await findTeamSettings(client, teamId))?.targets ?? []);
            const done = await changeTeamSettings(client, teamId, request.body);
            if (done) refuseShortening(caller, done.before.retention, done.after.retention);
            return done;
          },
          (done) => {
            const details = done ? describeChange(done.before, done.after) : {};
            return Object.keys(details).length > 0 ? { details } : null;
          },
        );
        if (!changed) throw notFound('team');
        return changed.after;
      },
    );
  };
