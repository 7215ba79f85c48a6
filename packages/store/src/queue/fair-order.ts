/**
 * The order in which waiting loads get their turn. It stands here alone, as SQL over what is queued: no entry of the queue
 * carries a place, so nothing can disagree with it.
 *
 * 1. Teams take turns. The team with fewer loads under way goes first, then the one whose last load began longer ago.
 * 2. Within a team a run started by hand goes before an experiment. An experiment that let `mostOvertaking` such runs of its
 *    team begin while it waited goes before the next one.
 * 3. Within the same kind the people of a team take turns, by the same rule as teams.
 * 4. Then what was asked for first goes first, by number: the clock may have been stepped. A step of an experiment is as old as its experiment.
 *    Between teams only the time tells, as runs and experiments are numbered apart.
 *
 * The n-th waiting load of a team counts as if the n-1 before it were under way, so the order of the whole queue is what
 * workers would do one after another.
 *
 * A person has no more turns for having more teams: a load counts as many under way as its team has or as its person has over all
 * teams, whichever is more, and its last turn is the later of both.
 */
import { activeRun } from '../runs/run-life.ts';
import { countLoads } from '../runs/together.ts';

/** The most runs started by hand that may begin before an experiment of the same team that waits. */
export const mostOvertaking = 3;

/**
 * SQL: rows `kind, id, together, attempt, team_id, created_by, experiment_id, crew, worker_label, generators, expected_duration_ms, by_hand,
 * waits_since, blocked, place`, the next load at place 1. The first of runs that are made together stands for all of them. `among` picks from what waits, by columns of the alias `w`: a turn is given among
 * these only. `blocked`: SQL over `w`; such a load goes behind all others.
 */
export function fairOrder(among = 'true', blocked = 'false'): string {
  const underWay = (who: string) => `(SELECT ${countLoads('r')} FROM runs r WHERE ${who} AND ${activeRun('r')})`;
  const lastTurn = (who: string) => `(SELECT max(r.claimed_at) FROM runs r WHERE ${who} AND r.claimed_at IS NOT NULL)`;
  const ofTeam = 'r.team_id = t.team_id';
  // Loads of accounts that are gone count as nobody's: `=` can use an index, and there are few.
  const ofPerson = 'r.team_id = p.team_id AND r.created_by = p.created_by';
  const ofMaker = 'r.created_by = m.created_by';
  return `WITH waiting AS (
      SELECT * FROM (
        SELECT 'run' AS kind, r.id, r.together, r.attempt, r.team_id, r.created_by, r.experiment_id, r.crew, r.worker_label, r.generators,
          r.expected_duration_ms, r.experiment_id IS NULL AS by_hand, r.created_at AS waits_since,
          coalesce((SELECT coalesce(x.continued_at, x.created_at) FROM experiments x WHERE x.id = r.experiment_id), r.created_at) AS asked_at,
          coalesce((SELECT x.ordinal FROM experiments x WHERE x.id = r.experiment_id), r.ordinal) AS ordinal
        FROM runs r WHERE r.state = 'queued' AND NOT EXISTS (SELECT FROM runs f WHERE f.together = r.together AND f.state = 'queued' AND f.ordinal < r.ordinal)
        UNION ALL
        SELECT 'experiment', x.id, NULL, 0, x.team_id, x.created_by, x.id, NULL, x.worker_label, x.generators, NULL, false, coalesce(x.continued_at, x.created_at), coalesce(x.continued_at, x.created_at), x.ordinal
        FROM experiments x WHERE x.state = 'queued'
      ) w WHERE ${among}
    ), judged AS (
      SELECT w.*, ${blocked} AS blocked, CASE WHEN w.by_hand THEN 1 WHEN (
          SELECT count(*) FROM (SELECT FROM runs r WHERE r.team_id = w.team_id AND r.experiment_id IS NULL AND r.claimed_at >= w.waits_since
            ORDER BY r.claimed_at DESC LIMIT ${mostOvertaking}) AS latest
        ) >= ${mostOvertaking} THEN 0 ELSE 2 END AS class
      FROM waiting w
    ), teams AS (
      SELECT t.team_id, ${underWay(ofTeam)} AS under_way, ${lastTurn(ofTeam)} AS last_turn
      FROM (SELECT DISTINCT team_id FROM waiting) t
    ), people AS (
      SELECT p.team_id, p.created_by, ${underWay(ofPerson)} AS under_way, ${lastTurn(ofPerson)} AS last_turn
      FROM (SELECT DISTINCT team_id, created_by FROM waiting) p
    ), makers AS (
      SELECT m.created_by, ${underWay(ofMaker)} AS under_way, ${lastTurn(ofMaker)} AS last_turn
      FROM (SELECT DISTINCT created_by FROM waiting WHERE created_by IS NOT NULL) m
    ), of_people AS (
      SELECT j.*, row_number() OVER (PARTITION BY team_id, created_by, blocked, class ORDER BY ordinal, id) AS nth FROM judged j
    ), of_teams AS (
      SELECT o.*, row_number() OVER (
        PARTITION BY o.team_id ORDER BY o.blocked, o.class, p.under_way + o.nth, p.last_turn NULLS FIRST, o.ordinal, o.id) AS turn
      FROM of_people o JOIN people p ON p.team_id = o.team_id AND p.created_by IS NOT DISTINCT FROM o.created_by
    ), of_makers AS (
      SELECT o.*, t.under_way + o.turn AS for_team, m.under_way + row_number() OVER (
          PARTITION BY o.created_by ORDER BY o.blocked, t.under_way + o.turn, t.last_turn NULLS FIRST, o.asked_at, o.id) AS for_maker,
        greatest(t.last_turn, m.last_turn) AS last_turn
      FROM of_teams o JOIN teams t ON t.team_id = o.team_id LEFT JOIN makers m ON m.created_by = o.created_by
    )
    SELECT o.kind, o.id, o.together, o.attempt, o.team_id, o.created_by, o.experiment_id, o.crew, o.worker_label, o.generators, o.expected_duration_ms,
      o.by_hand, o.waits_since, o.blocked, row_number() OVER (
        ORDER BY o.blocked, greatest(o.for_team, o.for_maker), o.last_turn NULLS FIRST, o.asked_at, o.id)::int AS place
    FROM of_makers o`;
}
