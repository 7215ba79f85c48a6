/** The most load that may be under way at once: by team, by person over all teams, in all, and towards one target. */
import type { Caps } from '@plimsoll/contracts/caps';
import type { Db } from '../db.ts';
import { first } from '../query.ts';
import { activeRun } from '../runs/run-life.ts';
import { countLoads } from '../runs/together.ts';

export type LoadCaps = Pick<Caps, 'maxConcurrentRuns' | 'maxRunsOfPerson' | 'maxRunsInAll' | 'maxRateOfTarget' | 'maxConnectionsOfTarget'>;

/** No cap at all. */
export const uncapped: LoadCaps = {
  maxConcurrentRuns: Number.POSITIVE_INFINITY,
  maxRunsOfPerson: Number.POSITIVE_INFINITY,
  maxRunsInAll: Number.POSITIVE_INFINITY,
  maxRateOfTarget: Number.POSITIVE_INFINITY,
  maxConnectionsOfTarget: Number.POSITIVE_INFINITY,
};

/** The caps that keep a load back. */
export type HeldBack = 'team' | 'person' | 'installation' | 'target';

/** The values of {@link heldBack}'s parameters. */
export function capValues(caps: LoadCaps): number[] {
  return [caps.maxConcurrentRuns, caps.maxRunsOfPerson, caps.maxRunsInAll, caps.maxRateOfTarget, caps.maxConnectionsOfTarget];
}

/**
 * SQL: which cap keeps this load from beginning now, a {@link HeldBack} or null. `load` is an alias with the columns `id, together, team_id,
 * created_by`; runs that wait together count for a target with the sum of what they send there, those that take turns with the most of one. The caps are five parameters, the first of this number.
 */
export function heldBack(load: string, parameter: number): string {
  const cap = (place: number) => `$${parameter + place}::float8`;
  const active = (who: string) => `SELECT ${countLoads('r')} FROM runs r WHERE ${activeRun('r')} AND ${who}`;
  const overTarget = (what: string, most: string) => `EXISTS (
      SELECT FROM runs m WHERE m.state = 'queued' AND (m.id = ${load}.id OR m.together = ${load}.together) GROUP BY m.target_host
      HAVING coalesce(CASE WHEN bool_or(m.turns IS NULL) THEN sum(m.${what}) ELSE max(m.${what}) END, 0) + (SELECT coalesce(sum(r.${what}), 0) FROM runs r WHERE ${activeRun('r')} AND r.target_host = m.target_host) > ${most})`;
  return `CASE
    WHEN (${active(`r.team_id = ${load}.team_id`)}) >= ${cap(0)} THEN 'team'
    WHEN (${active(`r.created_by = ${load}.created_by`)}) >= ${cap(1)} THEN 'person'
    WHEN (${active('true')}) >= ${cap(2)} THEN 'installation'
    WHEN ${overTarget('peak_rate', cap(3))} OR ${overTarget('peak_connections', cap(4))} THEN 'target' END`;
}

/** The rest that other runs under way leave of the caps of one target: the most that this run may make of it while it goes on. */
export interface TargetShare {
  /** Requests per second. */
  readonly rate: number;
  readonly connections: number;
}

/** The share of this run, under the lock of claims: a run that is claimed later finds this run's own load counted. */
export async function readTargetShare(client: Db, runId: string, caps: LoadCaps): Promise<TargetShare> {
  const { rows } = await client.query<{ rate: number; connections: number }>(
    `SELECT coalesce(sum(o.peak_rate), 0)::float8 AS rate, coalesce(sum(o.peak_connections), 0)::float8 AS connections
     FROM runs o JOIN runs r ON r.id = $1 AND o.target_host = r.target_host AND o.id <> r.id AND (r.turns IS NULL OR o.together IS DISTINCT FROM r.together) WHERE ${activeRun('o')}`,
    [runId],
  );
  const { rate = 0, connections = 0 } = first(rows) ?? {};
  return { rate: Math.max(0, caps.maxRateOfTarget - rate), connections: Math.max(0, caps.maxConnectionsOfTarget - connections) };
}
