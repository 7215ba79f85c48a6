/** Runs of a team by page, filter and search. */
import { mostCounted, type RunListItem, type RunListQuery } from '@plimsoll/contracts/run-list';
import { readCursor, writeCursor } from '../cursor.ts';
import type { Db } from '../db.ts';
import { findRuns } from './find-runs.ts';
import { buildFilter } from './run-filter.ts';
import { toRunListItem } from './run-row.ts';

/** Newest first, by keyset: page n costs what page 1 costs. A cursor of another filter is refused (`bad_cursor`). */
export async function listRuns(
  db: Db,
  teamId: string,
  query: RunListQuery,
): Promise<{ items: RunListItem[]; nextCursor: string | null; total: number }> {
  const filter = buildFilter(teamId, query);
  const { createdBy, stamp } = query;
  const scope = JSON.stringify([
    ...['runs', teamId, query.state, query.planId, query.experimentId, query.verdict, query.tag, query.search],
    ...(createdBy || stamp ? [createdBy, stamp] : []),
  ]);
  const after = query.cursor === undefined ? null : await readCursor(db, scope, query.cursor);
  const most = mostCounted(query) + 1;
  const limit = query.limit + 1;
  const page = await findRuns(db, { filter, after, limit, most: after === null ? most : limit });
  const total = after === null ? page.matched : (await findRuns(db, { filter, after: null, limit: 1, most })).matched;
  const rows = page.rows.slice(0, query.limit);
  const last = rows.at(-1);
  return {
    items: rows.map(toRunListItem),
    nextCursor: page.rows.length > query.limit && last ? await writeCursor(db, scope, last.ordinal) : null,
    total,
  };
}
