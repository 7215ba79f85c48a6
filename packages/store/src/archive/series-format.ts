/**
 * The series of a run as one object, format 1: gzip of lines of JSON. The first is a {@link SeriesHead}; then comes each row as Postgres writes it
 * (`to_json`: bytea as `\x…`), as `["samples", {…}]` or `["sample_requests", {…}]`; the last is {@link SeriesEnd}. Rows rise by second and shard, and the
 * requests of a second follow the samples of at most a minute that it is in. A column that comes later is one more member of a row, and one that a
 * reader does not know is passed over. docs/archive.md shows it to strangers.
 */
import { pipeline, Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip, type Gzip } from 'node:zlib';
import { columnOf, histogramNames } from '@plimsoll/contracts/times';
import type { Db } from '../db.ts';
import { StoreError } from '../store-error.ts';

export const seriesFormat = 1;

export interface SeriesState {
  readonly runId: string;
  readonly teamId: string;
  readonly attempt: number;
  readonly lastSequence: number;
  /** Seconds that each sample covers. */
  readonly sampleSeconds: number;
  /** The part of the tables that holds the rows. */
  readonly month: string;
}

export interface SeriesHead extends Omit<SeriesState, 'month'> {
  readonly series: 'plimsoll';
  readonly format: number;
  readonly columns: Readonly<Record<SeriesTable, readonly string[]>>;
}

/** Rows of each table. */
export type SeriesCount = Record<SeriesTable, number>;
export interface SeriesEnd {
  readonly rows: SeriesCount;
}

const seriesTables = ['samples', 'sample_requests'] as const;
export type SeriesTable = (typeof seriesTables)[number];
/** By column. */
export type SeriesRow = Readonly<Record<string, unknown>>;

/** Seconds that are read of the database at once. */
const pieceSeconds = 60;
const order = { samples: 'second, shard, attempt', sample_requests: 'second, shard, attempt, place' } as const;

async function* linesOf(db: Db, { month, ...state }: SeriesState): AsyncGenerator<string, void> {
  const { runId } = state;
  const { rows: columns } = await db.query<{ table: SeriesTable; columns: string[] }>(
    `SELECT table_name AS table, array_agg(column_name::text ORDER BY ordinal_position) AS columns FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = ANY($1) GROUP BY 1`,
    [seriesTables],
  );
  const named = Object.fromEntries(columns.map(({ table, columns: names }) => [table, names])) as Record<SeriesTable, string[]>;
  const head: SeriesHead = { series: 'plimsoll', format: seriesFormat, ...state, columns: named };
  yield `${JSON.stringify(head)}\n`;
  const { rows: found } = await db.query<{ first: number | null; last: number | null }>(
    'SELECT min(second) AS first, max(second) AS last FROM samples WHERE run_id = $1 AND month = $2',
    [runId, month],
  );
  const counted: SeriesCount = { samples: 0, sample_requests: 0 };
  const [{ first, last } = { first: null, last: null }] = found;
  for (let from = first ?? 0; from <= (last ?? -1); from += pieceSeconds)
    for (const table of seriesTables) {
      const { rows } = await db.query<{ row: string }>(
        `SELECT to_json(t)::text AS row FROM ${table} t WHERE run_id = $1 AND month = $2 AND second >= $3 AND second < $4 ORDER BY ${order[table]}`,
        [runId, month, from, from + pieceSeconds],
      );
      counted[table] += rows.length;
      if (rows.length > 0) yield rows.map(({ row }) => `["${table}",${row}]\n`).join('');
    }
  yield `${JSON.stringify({ rows: counted } satisfies SeriesEnd)}\n`;
}

/** The same bytes of the same rows. */
export function writeSeries(db: Db, state: SeriesState): Gzip {
  // What goes wrong is told by the stream that is read.
  return pipeline(Readable.from(linesOf(db, state)), createGzip(), () => undefined);
}

const damagedSeries = () => new StoreError('archive_damaged', {});

/** A second of one shard, with the rows of its requests. */
export interface SeriesSecond {
  readonly sample: SeriesRow;
  readonly requests: readonly SeriesRow[];
}

const marks = { samples: '["samples",', sample_requests: '["sample_requests",' } as const;
/** Far more than a row has. */
const longestLine = 64_000_000;

async function* linesIn(text: AsyncIterable<Buffer>): AsyncGenerator<string, void> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of text) {
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > longestLine) throw damagedSeries();
    yield* lines;
  }
  if (rest !== '') throw damagedSeries();
}

/**
 * Every row in the order of the object; `skipRequests` counts those of requests without reading them. Throws StoreError `archive_damaged` where the bytes are none
 * of ours, or end too early, and `archive_newer` where a later version of Plimsoll wrote them.
 */
export async function* readSeries(bytes: Readable, skipRequests = false): AsyncGenerator<readonly [SeriesTable, SeriesRow], void> {
  const unzipped = createGunzip();
  bytes.once('error', (error) => unzipped.destroy(error)).pipe(unzipped);
  const counted: SeriesCount = { samples: 0, sample_requests: 0 };
  let head: SeriesHead | null = null;
  let end: SeriesEnd | null = null;
  try {
    for await (const line of linesIn(unzipped)) {
      if (end) throw damagedSeries();
      const table = seriesTables.find((name) => line.startsWith(marks[name]));
      if (head === null) head = readHead(JSON.parse(line));
      else if (table === undefined) end = JSON.parse(line) as SeriesEnd;
      else {
        counted[table] += 1;
        if (table === 'samples' || !skipRequests) yield JSON.parse(line) as [SeriesTable, SeriesRow];
      }
    }
  } catch (error) {
    if (error instanceof SyntaxError || /^Z_/.test((error as NodeJS.ErrnoException).code ?? '')) throw damagedSeries();
    throw error;
  } finally {
    bytes.destroy();
    unzipped.destroy();
  }
  if (!end || seriesTables.some((table) => end?.rows?.[table] !== counted[table])) throw damagedSeries();
}

const histogramColumns = histogramNames.map(columnOf);
const isHex = (value: unknown) => typeof value !== 'string' || value.startsWith('\\x');

/** The rows of both tables, counted. Throws StoreError `archive_damaged` where bytes are not in hexadecimal, as a server with another `bytea_output` writes them. */
export async function countSeries(bytes: Readable): Promise<SeriesCount> {
  const counted: SeriesCount = { samples: 0, sample_requests: 0 };
  for await (const [table, row] of readSeries(bytes)) {
    if (!histogramColumns.every((name) => isHex(row[name]))) throw damagedSeries();
    counted[table] += 1;
  }
  return counted;
}

const placeOf = ({ attempt, shard, second }: SeriesRow) => `${attempt} ${shard} ${second}`;

const hasRequests = ({ counts }: SeriesRow) => (counts as { requests?: number }).requests !== undefined;

/** By second and shard. */
export async function* secondsOfSeries(bytes: Readable, skipRequests: boolean): AsyncGenerator<SeriesSecond, void> {
  const piece = new Map<string, { sample: SeriesRow; requests: SeriesRow[] }>();
  /** Rows of requests of this piece are still to come, or came. */
  let state: 'whole' | 'waits' | 'requests' = 'whole';
  for await (const [table, row] of readSeries(bytes, skipRequests)) {
    if (table === 'sample_requests') {
      state = 'requests';
      piece.get(placeOf(row))?.requests.push(row);
      continue;
    }
    // The samples of the next piece follow the requests of this one.
    if (state !== 'waits') {
      yield* piece.values();
      piece.clear();
      state = 'whole';
    }
    piece.set(placeOf(row), { sample: row, requests: [] });
    if (!skipRequests && hasRequests(row)) state = 'waits';
  }
  yield* piece.values();
}

function readHead(read: unknown): SeriesHead {
  const head = read as SeriesHead;
  if (head?.series !== 'plimsoll') throw damagedSeries();
  if (head.format !== seriesFormat) throw new StoreError('archive_newer', { format: head.format });
  return head;
}

/** `to_json` writes bytea in hexadecimal. */
export function bytesOf(value: unknown): Uint8Array<ArrayBuffer> {
  return typeof value === 'string' ? new Uint8Array(Buffer.from(value.slice(2), 'hex')) : new Uint8Array();
}
