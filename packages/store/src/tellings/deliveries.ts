/** Deliveries: one of each event to each address that wants it. Whoever takes one has it for a while, so a killed process leaves it to the next. */
import { randomUUID } from 'node:crypto';
import type { ChosenLanguage } from '@plimsoll/contracts/account';
import type { TellingKind } from '@plimsoll/contracts/telling';
import { type Delivery, type DeliveryFailure, type DeliveryState, retryGapsSeconds, type WebhookFormat } from '@plimsoll/contracts/webhook';
import { readCursor, writeCursor } from '../cursor.ts';
import type { Db } from '../db.ts';
import { first, inTransaction, plainText } from '../query.ts';
import { openText } from '../secrets.ts';
import { StoreError } from '../store-error.ts';

/** Longer than an attempt takes. Nobody else sends it meanwhile. */
const leaseSeconds = 60;
/** An address that fails rests so long, twice as long each time, ten minutes at most. */
const restSeconds = 15;
const longestRestSeconds = 600;
/** The first bytes of an answer that are kept. */
const mostAnswerSigns = 500;

export interface TakenDelivery {
  readonly id: string;
  readonly teamId: string;
  readonly teamName: string;
  readonly tellingId: string;
  readonly kind: TellingKind | 'test';
  readonly runId: string | null;
  readonly experimentId: string | null;
  readonly facts: unknown;
  readonly at: Date;
  readonly attempt: number;
  /** The span in which what it tells of was asked for. */
  readonly traceParent: string | null;
  readonly webhookId: string;
  readonly webhookName: string;
  readonly format: WebhookFormat;
  /** A mail has that of its receiver, null where none was chosen. */
  readonly language: ChosenLanguage;
  /** Null: the key that sealed it is another's. */
  readonly to:
    | { readonly url: string; readonly secrets: readonly [string, ...string[]] }
    /** `email` null: the receiver is no member any more. */
    | { readonly email: string | null }
    | null;
}

interface TakenRow extends Omit<TakenDelivery, 'to'> {
  readonly address: string | null;
  readonly secret: string;
  readonly formerSecret: string | null;
  readonly receiverId: string | null;
  readonly email: string | null;
}

/**
 * The next delivery that is due, with its address in the open; nobody else is given it for a minute. One of each address is under way at a time, and teams with fewer
 * under way go first, so a dead receiver holds up nobody but itself. `mostOfTeam`: a team has no more under way at once. Null: there is none now.
 */
export async function takeDelivery(db: Db, secretKey: string, mostOfTeam = Number.MAX_SAFE_INTEGER): Promise<TakenDelivery | null> {
  const { rows } = await db.query<TakenRow>(
    `WITH busy AS MATERIALIZED (SELECT webhook_id, team_id FROM deliveries WHERE taken_until > now()), next AS (
       SELECT d.id FROM webhooks w CROSS JOIN LATERAL (
         SELECT id, due_at FROM deliveries WHERE webhook_id = w.id AND state = 'waiting' AND due_at <= now() ORDER BY due_at LIMIT 1) d
       CROSS JOIN LATERAL (SELECT count(*) AS busy FROM busy b WHERE b.team_id = w.team_id) team
       WHERE w.active AND coalesce(w.quiet_until, now()) <= now() AND team.busy < $1
         AND NOT EXISTS (SELECT FROM busy b WHERE b.webhook_id = w.id)
       ORDER BY team.busy, d.due_at LIMIT 1
     ), taken AS (
       UPDATE deliveries d SET taken_until = now() + ${leaseSeconds} * interval '1 s', attempt = attempt + 1, sent_at = now(),
         status = NULL, answer = NULL, failure = NULL
       FROM next WHERE d.id = next.id AND d.state = 'waiting' AND coalesce(d.taken_until, now()) <= now() RETURNING d.*
     )
     SELECT taken.id, taken.team_id AS "teamId", team.name AS "teamName", t.id AS "tellingId", t.kind, t.run_id AS "runId",
       t.experiment_id AS "experimentId", t.facts, t.at, taken.attempt, coalesce(r.trace_parent, x.trace_parent) AS "traceParent", w.id AS "webhookId", w.name AS "webhookName", w.format,
       CASE WHEN w.format = 'mail' THEN u.language ELSE w.language END AS language, w.address, w.secret,
       CASE WHEN w.former_until > now() THEN w.former_secret END AS "formerSecret", w.receiver_id AS "receiverId",
       CASE WHEN EXISTS (SELECT FROM members m WHERE m.team_id = w.team_id AND m.user_id = u.id) THEN u.email END AS email
     FROM taken JOIN webhooks w ON w.id = taken.webhook_id JOIN tellings t ON t.id = taken.telling_id JOIN teams team ON team.id = taken.team_id
     LEFT JOIN users u ON u.id = w.receiver_id LEFT JOIN runs r ON r.id = t.run_id LEFT JOIN experiments x ON x.id = t.experiment_id`,
    [mostOfTeam],
  );
  const row = first(rows);
  if (!row) return null;
  const { address, secret, formerSecret, receiverId, email, ...taken } = row;
  return { ...taken, to: receiverId === null ? openAddress(secretKey, row) : { email } };
}

function openAddress(secretKey: string, { teamId, webhookId, address, secret, formerSecret }: TakenRow): TakenDelivery['to'] {
  const place = { teamId, rowId: webhookId };
  try {
    const former = formerSecret === null ? [] : [openText(secretKey, place, 'secret', formerSecret)];
    return {
      url: openText(secretKey, place, 'address', address ?? ''),
      secrets: [openText(secretKey, place, 'secret', secret), ...former],
    };
  } catch (error) {
    if (error instanceof StoreError) return null;
    throw error;
  }
}

export interface Attempted {
  readonly status: number | null;
  /** The first bytes of its answer. */
  readonly answer: string | null;
  /** Null: it was taken. */
  readonly failure: DeliveryFailure | null;
  /** May the same succeed later? */
  readonly again: boolean;
  /** The receiver asked to be left alone for so long. */
  readonly waitSeconds: number;
}

/** Notes what became of an attempt: it is over, or tried again after its gap. One that was given to another meanwhile changes nothing. */
export async function noteAttempt(db: Db, { id, attempt, webhookId }: TakenDelivery, done: Attempted): Promise<void> {
  const gap = done.failure !== null && done.again ? retryGapsSeconds[attempt - 1] : undefined;
  const state: DeliveryState = done.failure === null ? 'delivered' : gap === undefined ? 'failed' : 'waiting';
  await inTransaction(db, async (client) => {
    const { rowCount } = await client.query(
      `UPDATE deliveries SET state = $3, taken_until = NULL, status = $4, answer = $5, failure = $6, due_at = now() + $7 * interval '1 s'
       WHERE id = $1 AND attempt = $2 AND state = 'waiting'`,
      [
        id,
        attempt,
        state,
        done.status,
        done.answer === null ? null : plainText(done.answer).slice(0, mostAnswerSigns),
        done.failure,
        Math.max(gap ?? 0, done.waitSeconds),
      ],
    );
    if (rowCount !== 1) return;
    if (done.failure === null) await client.query('UPDATE webhooks SET failures = 0, quiet_until = NULL WHERE id = $1', [webhookId]);
    else if (done.failure === 'gone' || done.failure === 'receiver')
      await client.query('UPDATE webhooks SET active = false, ended_because = $2 WHERE id = $1', [webhookId, done.failure]);
    else if (done.again)
      await client.query(
        `UPDATE webhooks SET failures = failures + 1,
           quiet_until = now() + greatest($2, least(${longestRestSeconds}, ${restSeconds} * power(2, least(failures, 10)))) * interval '1 s' WHERE id = $1`,
        [webhookId, done.waitSeconds],
      );
  });
}

interface DeliveryRow {
  id: string;
  ordinal: string;
  telling_id: string;
  kind: TellingKind | 'test';
  run_id: string | null;
  experiment_id: string | null;
  at: Date;
  state: DeliveryState;
  attempt: number;
  due_at: Date;
  sent_at: Date | null;
  status: number | null;
  answer: string | null;
  failure: DeliveryFailure | null;
}

/** A delivery without the sentence of its failure. */
export type StoredDelivery = Omit<Delivery, 'problem'>;

const deliveryColumns = `d.id, d.ordinal, d.telling_id, t.kind, t.run_id, t.experiment_id, t.at, d.state, d.attempt,
  greatest(d.due_at, CASE WHEN d.state = 'waiting' THEN w.quiet_until END) AS due_at, d.sent_at, d.status, d.answer, d.failure`;
const deliveryTables = 'deliveries d JOIN tellings t ON t.id = d.telling_id JOIN webhooks w ON w.id = d.webhook_id';

/** The id that each attempt of a delivery has, and each of its webhooks. */
export function messageId(tellingId: string): string {
  return `msg_${tellingId.replaceAll('-', '')}`;
}

function toDelivery(row: DeliveryRow): StoredDelivery {
  return {
    id: row.id,
    messageId: messageId(row.telling_id),
    event: row.kind,
    runId: row.run_id,
    experimentId: row.experiment_id,
    at: row.at.toISOString(),
    state: row.state,
    attempt: row.attempt,
    dueAt: row.state === 'waiting' ? row.due_at.toISOString() : null,
    sentAt: row.sent_at?.toISOString() ?? null,
    status: row.status,
    answer: row.answer,
    failure: row.failure,
  };
}

/** One page of a webhook's deliveries, the newest first. A cursor of another list is refused (`bad_cursor`). */
export async function listDeliveries(
  db: Db,
  teamId: string,
  webhookId: string,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<{ items: StoredDelivery[]; nextCursor: string | null }> {
  const scope = JSON.stringify(['deliveries', teamId, webhookId]);
  const below = cursor === undefined ? null : await readCursor(db, scope, cursor);
  const { rows } = await db.query<DeliveryRow>(
    `SELECT ${deliveryColumns} FROM ${deliveryTables}
     WHERE d.team_id = $1 AND d.webhook_id = $2 AND ($3::bigint IS NULL OR d.ordinal < $3) ORDER BY d.ordinal DESC LIMIT $4`,
    [teamId, webhookId, below, limit + 1],
  );
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items: items.map(toDelivery), nextCursor: rows.length > limit && last ? await writeCursor(db, scope, last.ordinal) : null };
}

async function findDelivery(db: Db, teamId: string, id: string): Promise<StoredDelivery | null> {
  const { rows } = await db.query<DeliveryRow>(`SELECT ${deliveryColumns} FROM ${deliveryTables} WHERE d.team_id = $1 AND d.id = $2`, [
    teamId,
    id,
  ]);
  const row = first(rows);
  return row && toDelivery(row);
}

/** A message that says that it is a test, due at once; the one that waits where there is one. Null: the team has no such address. */
export async function insertTest(db: Db, teamId: string, webhookId: string): Promise<StoredDelivery | null> {
  return inTransaction(db, async (client) => {
    const { rowCount } = await client.query('SELECT FROM webhooks WHERE team_id = $1 AND id = $2 FOR UPDATE', [teamId, webhookId]);
    if (rowCount !== 1) return null;
    const { rows } = await client.query<{ id: string }>(
      `SELECT d.id FROM ${deliveryTables} WHERE d.webhook_id = $1 AND t.kind = 'test' AND d.state = 'waiting' LIMIT 1`,
      [webhookId],
    );
    const waits = first(rows);
    if (waits) return dueNow(client, teamId, webhookId, waits.id);
    const [telling, id] = [randomUUID(), randomUUID()];
    await client.query(`INSERT INTO tellings (id, team_id, kind, key) VALUES ($1, $2, 'test', $3)`, [telling, teamId, telling]);
    await client.query('INSERT INTO deliveries (id, team_id, webhook_id, telling_id) VALUES ($1, $2, $3, $4)', [
      id,
      teamId,
      webhookId,
      telling,
    ]);
    return dueNow(client, teamId, webhookId, id);
  });
}

/** Sends it again, at once and as often as a new one. Null: the team has no such delivery. */
export async function sendAgain(db: Db, teamId: string, webhookId: string, id: string): Promise<StoredDelivery | null> {
  return inTransaction(db, (client) => dueNow(client, teamId, webhookId, id));
}

async function dueNow(db: Db, teamId: string, webhookId: string, id: string): Promise<StoredDelivery | null> {
  const { rowCount } = await db.query(
    `UPDATE deliveries SET attempt = CASE WHEN state = 'waiting' THEN attempt ELSE 0 END, state = 'waiting', due_at = now(), failure = NULL
     WHERE team_id = $1 AND webhook_id = $2 AND id = $3`,
    [teamId, webhookId, id],
  );
  if (rowCount !== 1) return null;
  await db.query('UPDATE webhooks SET quiet_until = NULL WHERE id = $1', [webhookId]);
  return findDelivery(db, teamId, id);
}
