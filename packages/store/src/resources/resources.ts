/** The target's own resources of a run: one row a source and second, written once whatever is repeated. */
import { type MeasuredTarget, unknownTarget } from '@plimsoll/contracts/measured-target';
import {
  type AgentPoints,
  type ResourceFigures,
  type ResourceSource,
  type Resources,
  type SourceKind,
  type SourceProblem,
  sourcesOf,
} from '@plimsoll/contracts/resources';
import { resourceMetrics, targetRow } from '@plimsoll/contracts/target-figures';
import { columnOf } from '@plimsoll/contracts/times';
import type { Db } from '../db.ts';
import { first, inTransaction, plainText } from '../query.ts';

const columns = resourceMetrics.map(columnOf).join(', ');
/** SQL of the figures' arrays, which begin with this parameter. */
const arraysFrom = (parameter: number) => resourceMetrics.map((_, at) => `$${parameter + at}::float8[]`).join(', ');
/** A figure that a source told before stays where the source does not tell it again. */
const knownCores =
  'cores = coalesce(excluded.cores, resource_sources.cores), quota_cores = coalesce(excluded.quota_cores, resource_sources.quota_cores)';
const arraysOf = (figures: readonly ResourceFigures[]) => resourceMetrics.map((name) => figures.map((one) => one[name]));

/** One second of one source. */
export interface SourcePoint {
  readonly second: number;
  readonly figures: ResourceFigures;
}

export interface SourceToKeep {
  readonly name: string;
  readonly kind: SourceKind;
  readonly cores: number | null;
  readonly quotaCores: number | null;
  readonly problem: SourceProblem | null;
}

/**
 * Keeps what a worker saw. A second that was kept before is left as it is. False: the run is deleted, or another attempt's now, and
 * nothing was kept.
 */
export async function appendResources(
  db: Db,
  run: { readonly runId: string; readonly attempt: number },
  source: SourceToKeep,
  points: readonly SourcePoint[],
): Promise<boolean> {
  const { rowCount } = await db.query(
    `WITH source AS (
       INSERT INTO resource_sources (run_id, team_id, name, kind, cores, quota_cores, problem)
       SELECT id, team_id, $3, $4, $5, $6, $7 FROM runs WHERE id = $1 AND attempt = $2
       ON CONFLICT (run_id, name) DO UPDATE SET problem = excluded.problem, ${knownCores}
       RETURNING run_id, team_id, name
     ), kept AS (
       INSERT INTO resource_points (run_id, team_id, source, second, ${columns})
       SELECT source.run_id, source.team_id, source.name, given.* FROM source, unnest($8::int[], ${arraysFrom(9)}) AS given
       ON CONFLICT DO NOTHING
     )
     SELECT FROM source`,
    [
      run.runId,
      run.attempt,
      plainText(source.name),
      source.kind,
      source.cores,
      source.quotaCores,
      source.problem,
      points.map(({ second }) => second),
      ...arraysOf(points.map(({ figures }) => figures)),
    ],
  );
  return rowCount === 1;
}

/** Keeps a file's points in place of the source's former ones. False: something else than a file goes by this name. */
export async function replaceUpload(
  db: Db,
  runId: string,
  source: { readonly name: string; readonly cores: number | null },
  points: readonly SourcePoint[],
): Promise<boolean> {
  return inTransaction(db, async (client) => {
    const { rowCount } = await client.query(
      `INSERT INTO resource_sources (run_id, team_id, name, kind, cores) SELECT id, team_id, $2, 'upload', $3 FROM runs WHERE id = $1
       ON CONFLICT (run_id, name) DO UPDATE SET cores = excluded.cores WHERE resource_sources.kind = 'upload'`,
      [runId, source.name, source.cores],
    );
    if (rowCount !== 1) return false;
    await client.query('DELETE FROM resource_points WHERE run_id = $1 AND source = $2', [runId, source.name]);
    await client.query(
      `INSERT INTO resource_points (run_id, team_id, source, second, ${columns})
       SELECT runs.id, runs.team_id, $2, given.* FROM runs, unnest($3::int[], ${arraysFrom(4)}) AS given WHERE runs.id = $1`,
      [runId, source.name, points.map(({ second }) => second), ...arraysOf(points.map(({ figures }) => figures))],
    );
    return true;
  });
}

/**
 * Keeps what an agent saw with each run of the team that was under way at that moment, by the database's clock. Answers how many points
 * are new. A point that was sent before, or under the name of a source of another kind, changes nothing.
 */
export async function keepAgentPoints(db: Db, teamId: string, { source, cores, quotaCores, points }: AgentPoints): Promise<number> {
  const { rows } = await db.query<{ kept: string }>(
    `WITH given AS (
       SELECT * FROM unnest($5::timestamptz[], ${arraysFrom(6)}) AS given(at, ${columns})
     ), seen AS (
       SELECT DISTINCT ON (r.id, second) r.id AS run_id, floor(extract(epoch FROM given.at - r.started_at))::int AS second, given.*
       FROM given JOIN runs r ON r.team_id = $1 AND r.turns IS NULL AND r.started_at IS NOT NULL AND given.at >= r.started_at
         AND given.at < coalesce(r.ended_at, now() + interval '1 minute')
       ORDER BY r.id, second, given.at
     ), source AS (
       INSERT INTO resource_sources (run_id, team_id, name, kind, cores, quota_cores)
       SELECT DISTINCT seen.run_id, $1, $2, 'agent', $3::int, $4::float8 FROM seen
       ON CONFLICT (run_id, name) DO UPDATE SET ${knownCores} WHERE resource_sources.kind = 'agent'
       RETURNING run_id, name
     ), kept AS (
       INSERT INTO resource_points (run_id, team_id, source, second, ${columns})
       SELECT source.run_id, $1, source.name, seen.second, ${resourceMetrics.map((name) => `seen.${columnOf(name)}`).join(', ')}
       FROM source JOIN seen USING (run_id)
       ON CONFLICT DO NOTHING RETURNING 1
     )
     SELECT count(*) AS kept FROM kept`,
    [teamId, plainText(source), cores, quotaCores, points.map(({ at }) => at), ...arraysOf(points)],
  );
  return Number(first(rows)?.kept ?? 0);
}

/** The most points of a source in one answer. */
const mostPoints = 600;

/**
 * The resources that are known of the team's run; figures of several seconds are means. `resolution`: seconds a point, more where more than `most` points a
 * source would come. A run of another team has none.
 */
export async function readResources(
  db: Db,
  teamId: string,
  runId: string,
  { resolution = 0, most = mostPoints }: { readonly resolution?: number; readonly most?: number } = {},
): Promise<Resources> {
  const ours = 'p.run_id = $1 AND p.team_id = $2';
  const { rows: found } = await db.query<Omit<ResourceSource, 'metrics'> & { last: number | null } & Record<string, unknown>>(
    `SELECT p.name, p.kind, p.cores, p.quota_cores AS "quotaCores", p.problem, told.*
     FROM resource_sources p LEFT JOIN LATERAL (
       SELECT max(second) AS last, ${resourceMetrics.map((name) => `count(${columnOf(name)}) > 0 AS "${name}"`).join(', ')}
       FROM resource_points q WHERE q.run_id = p.run_id AND q.source = p.name
     ) told ON true
     WHERE ${ours} ORDER BY p.kind, p.name`,
    [runId, teamId],
  );
  const seconds = found.reduce((most, { last }) => Math.max(most, (last ?? -1) + 1), 0);
  const resolutionSeconds = Math.max(1, resolution, Math.ceil(seconds / most));
  const { rows } = await db.query<{ second: number; source: string } & ResourceFigures>(
    `SELECT (second / $3) * $3 AS second, source, ${resourceMetrics.map((name) => `avg(${columnOf(name)}) AS "${name}"`).join(', ')}
     FROM resource_points p WHERE ${ours} GROUP BY 1, source ORDER BY source, 1`,
    [runId, teamId, resolutionSeconds],
  );
  const sources = found.map(({ name, kind, cores, quotaCores, problem, ...told }) => ({
    name,
    kind,
    cores,
    quotaCores,
    problem,
    metrics: resourceMetrics.filter((metric) => told[metric] === true),
  }));
  return { sources, points: rows, resolutionSeconds };
}

export interface ToldTarget {
  readonly target: MeasuredTarget;
  /** Seconds that told the figure of which the fewest are known, of those that any told. */
  readonly seconds: number;
}
const measuredMetrics = resourceMetrics.filter((name) => targetRow(name).threshold);

/** The target's resources of a run under way, from this second on: each of the source that speaks for the target. */
export async function readTarget(db: Db, runId: string, fromSecond: number): Promise<ToldTarget> {
  const { rows } = await db.query<{ name: string; kind: SourceKind; cores: number | null } & Record<string, number | null>>(
    `SELECT s.name, s.kind, s.cores, avg(p.cpu) AS "cpu", ${measuredMetrics
      .map(
        (name) => `${name === 'cpu' ? '' : `max(p.${columnOf(name)}) AS "${name}", `}count(p.${columnOf(name)})::int AS "${name}Seconds"`,
      )
      .join(', ')}
     FROM resource_sources s JOIN resource_points p ON p.run_id = s.run_id AND p.source = s.name
     WHERE s.run_id = $1 AND p.second >= $2 GROUP BY s.name, s.kind, s.cores ORDER BY s.kind, s.name`,
    [runId, fromSecond],
  );
  const sources = rows.map(({ name, kind, cores, ...told }) => {
    const metrics = measuredMetrics.filter((metric) => Number(told[`${metric}Seconds`]) > 0);
    return { name, kind, cores, quotaCores: null, metrics, problem: null };
  });
  const chosen = measuredMetrics.flatMap((metric) => {
    const [source] = sourcesOf({ sources }, metric);
    const row = rows.find(({ name }) => name === source?.name);
    return row ? [{ metric, row }] : [];
  });
  const figures = Object.fromEntries(chosen.map(({ metric, row }) => [metric, row[metric]]));
  const ofCpu = chosen.find(({ metric }) => metric === 'cpu')?.row;
  const cores = ofCpu && ofCpu.cores !== null ? (ofCpu.cpu ?? 0) * ofCpu.cores : null;
  const seconds = chosen.map(({ metric, row }) => row[`${metric}Seconds`] ?? 0);
  return { target: { ...unknownTarget, ...figures, cores }, seconds: seconds.length > 0 ? Math.min(...seconds) : 0 };
}
