/** Runs of a team by page, filter and search. */
import { activeStates, mostCounted, type RunListItem, type RunListQuery, terminalStates } from '@plimsoll/contracts/run';
import { readCursor, writeCursor } from '../cursor.ts';
import type { Db } from '../db.ts';
import { fromRuns, type RunListRow, runListColumns, toRunListItem } from './run-row.ts';

/** Newest first, by keyset: page n costs what page 1 costs. A cursor of another filter is refused (`bad_cursor`). */
export async function listRuns(
  db: Db,
  teamId: string,
  query: RunListQuery,
): Promise<{ items: RunListItem[]; nextCursor: string | null; total: number }> {
  const { where, values } = buildFilter(teamId, query);
  const scope = JSON.stringify(['runs', teamId, query.state, query.planId, query.experimentId, query.verdict, query.tag, query.search]);
  const after = query.cursor === undefined ? null : await readCursor(db, scope, query.cursor);
  // Side by side where `db` has two connections: a search reads its index for each.
  const [page, total] = await Promise.all([
    db.query<RunListRow>(
      `SELECT ${runListColumns} ${fromRuns} WHERE ${where} AND ($${values.length + 1}::bigint IS NULL OR r.ordinal < $${values.length + 1})
       ORDER BY r.ordinal DESC LIMIT $${values.length + 2}`,
      [...values, after, query.limit + 1],
    ),
    db.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM (SELECT FROM runs r WHERE ${where} LIMIT ${mostCounted(query) + 1}) AS found`,
      values,
    ),
  ]);
  const rows = page.rows.slice(0, query.limit);
  const last = rows.at(-1);
  return {
    items: rows.map(toRunListItem),
    nextCursor: page.rows.length > query.limit && last ? await writeCursor(db, scope, last.ordinal) : null,
    total: total.rows[0]?.total ?? 0,
  };
}

/** What a lower-case word is looked for as. Tags stand in the searched text as JSON, and are written `name:value` everywhere else. */
function searchPatterns(word: string): string[] {
  const pattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const colon = word.indexOf(':');
  return colon < 0 ? [pattern(word)] : [pattern(word), pattern(`${word.slice(0, colon)}": "${word.slice(colon + 1)}`)];
}

function buildFilter(teamId: string, query: RunListQuery): { where: string; values: unknown[] } {
  const values: unknown[] = [teamId];
  const where = ['r.team_id = $1'];
  const and = (clause: (n: string) => string, value: unknown) => {
    values.push(value);
    where.push(clause(`$${values.length}`));
  };
  if (query.state === 'active') and((n) => `r.state = ANY(${n})`, activeStates);
  else if (query.state === 'finished') and((n) => `r.state = ANY(${n})`, terminalStates);
  else if (query.state) and((n) => `r.state = ${n}`, query.state);
  if (query.planId) and((n) => `r.plan_id = ${n}`, query.planId);
  if (query.experimentId) and((n) => `r.experiment_id = ${n}`, query.experimentId);
  if (query.verdict) and((n) => `r.vs_baseline ->> 'verdict' = ${n}`, query.verdict);
  if (query.tag) {
    const colon = query.tag.indexOf(':');
    if (colon < 0) and((n) => `r.tags ? ${n}`, query.tag);
    else and((n) => `r.tags @> ${n}::jsonb`, JSON.stringify({ [query.tag.slice(0, colon)]: query.tag.slice(colon + 1) }));
  }
  const words = query.search?.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
  // The index knows three letters and more: asked for less it would be read as a whole, which the empty text forbids.
  for (const word of words)
    and((n) => `${word.length < 3 ? `(r.search_text || '')` : 'r.search_text'} LIKE ANY(${n})`, searchPatterns(word));
  return { where: where.join(' AND '), values };
}
