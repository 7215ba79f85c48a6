/** Where a team wants to be told of what happened. Addresses and secrets are sealed; they leave the store to who sends, and to nobody else. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { ReaderLanguage } from '@plimsoll/contracts/account';
import type { TellingKind } from '@plimsoll/contracts/telling';
import {
  type ChangeWebhook,
  type DeliveryState,
  mostWebhooks,
  rotationHours,
  type Webhook,
  type WebhookFormat,
} from '@plimsoll/contracts/webhook';
import type { Db } from '../db.ts';
import { first, inTransaction } from '../query.ts';
import { sealText } from '../secrets.ts';

export interface NewWebhook {
  readonly teamId: string;
  readonly name: string;
  readonly format: WebhookFormat;
  /** Of all but mails; a mail goes to the member. */
  readonly to: { readonly url: string } | { readonly receiverId: string };
  readonly events: readonly TellingKind[];
  readonly planIds: readonly string[] | null;
  readonly language: ReaderLanguage;
  readonly secretKey: string;
}

/** Bytes of a secret, as Standard Webhooks asks for (24 to 64). */
const secretBytes = 32;
export const secretPrefix = 'whsec_';

interface WebhookRow {
  id: string;
  name: string;
  format: WebhookFormat;
  shown: string;
  events: TellingKind[];
  plan_ids: string[] | null;
  language: ReaderLanguage;
  active: boolean;
  ended_because: Webhook['endedBecause'];
  former_until: Date | null;
  created_at: Date;
  waiting: string;
  last_state: DeliveryState | null;
  last_sent_at: Date | null;
}

const columns = `w.id, w.name, w.format, coalesce(u.name, w.shown) AS shown, w.events, w.plan_ids, w.language, w.active, w.ended_because, w.created_at,
  CASE WHEN w.former_until > now() THEN w.former_until END AS former_until,
  (SELECT count(*) FROM deliveries d WHERE d.webhook_id = w.id AND d.state = 'waiting') AS waiting,
  newest.state AS last_state, newest.sent_at AS last_sent_at`;
const tables = `webhooks w LEFT JOIN users u ON u.id = w.receiver_id LEFT JOIN LATERAL (
    SELECT state, sent_at FROM deliveries d WHERE d.webhook_id = w.id AND d.sent_at IS NOT NULL ORDER BY d.ordinal DESC LIMIT 1) newest ON true`;

function toWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id,
    name: row.name,
    format: row.format,
    shown: row.shown,
    events: row.events,
    planIds: row.plan_ids,
    language: row.language,
    active: row.active,
    endedBecause: row.ended_because,
    formerUntil: row.former_until?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    waiting: Number(row.waiting),
    lastState: row.last_state,
    lastSentAt: row.last_sent_at?.toISOString() ?? null,
  };
}

export async function listWebhooks(db: Db, teamId: string): Promise<Webhook[]> {
  const { rows } = await db.query<WebhookRow>(`SELECT ${columns} FROM ${tables} WHERE w.team_id = $1 ORDER BY w.created_at, w.id`, [
    teamId,
  ]);
  return rows.map(toWebhook);
}

export async function findWebhook(db: Db, teamId: string, id: string): Promise<Webhook | null> {
  const { rows } = await db.query<WebhookRow>(`SELECT ${columns} FROM ${tables} WHERE w.team_id = $1 AND w.id = $2`, [teamId, id]);
  const row = first(rows);
  return row && toWebhook(row);
}

/** The place in the list of the first plan that the team does not have; null: it has all of them. */
export async function findForeignPlan(db: Db, teamId: string, planIds: readonly string[]): Promise<number | null> {
  const { rows } = await db.query<{ id: string }>('SELECT id FROM plans WHERE team_id = $1 AND id = ANY ($2)', [teamId, planIds]);
  const place = planIds.findIndex((id) => rows.every((row) => row.id !== id.toLowerCase()));
  return place < 0 ? null : place;
}

/** The secret that its messages are signed with is answered here alone. Null: the team has as many as it may. */
export async function insertWebhook(db: Db, made: NewWebhook): Promise<{ readonly webhook: Webhook; readonly secret: string } | null> {
  const { teamId, to, secretKey } = made;
  const id = randomUUID();
  const secret = newSecret();
  const place = { teamId, rowId: id };
  const address = 'url' in to ? to.url : null;
  return inTransaction(db, async (client) => {
    await client.query('SELECT FROM teams WHERE id = $1 FOR UPDATE', [teamId]);
    const { rowCount } = await client.query(
      `INSERT INTO webhooks (id, team_id, name, format, address, shown, receiver_id, events, plan_ids, language, secret)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11 WHERE (SELECT count(*) FROM webhooks WHERE team_id = $2) < $12`,
      [
        id,
        teamId,
        made.name,
        made.format,
        address && sealText(secretKey, place, 'address', address),
        address === null ? '' : new URL(address).host,
        'receiverId' in to ? to.receiverId : null,
        made.events,
        made.planIds,
        made.language,
        sealText(secretKey, place, 'secret', secret),
        mostWebhooks,
      ],
    );
    const webhook = rowCount === 1 ? await findWebhook(client, teamId, id) : null;
    return webhook && { webhook, secret };
  });
}

function newSecret(): string {
  return `${secretPrefix}${randomBytes(secretBytes).toString('base64')}`;
}

/** Null: the team has none of this id. One that is switched on again, or leads elsewhere, is tried at once. */
export async function changeWebhook(db: Db, teamId: string, id: string, change: ChangeWebhook, secretKey: string): Promise<Webhook | null> {
  const { url } = change;
  const { rowCount } = await db.query(
    `UPDATE webhooks SET name = coalesce($3, name), events = coalesce($4, events), plan_ids = CASE WHEN $5 THEN $6 ELSE plan_ids END,
       language = coalesce($7, language), active = coalesce($8, active), ended_because = CASE WHEN $8 THEN NULL ELSE ended_because END,
       quiet_until = CASE WHEN $8 OR $9 THEN NULL ELSE quiet_until END, failures = CASE WHEN $8 OR $9 THEN 0 ELSE failures END,
       address = CASE WHEN $9 THEN $10 ELSE address END, shown = CASE WHEN $9 THEN $11 ELSE shown END
     WHERE team_id = $1 AND id = $2`,
    [
      teamId,
      id,
      change.name ?? null,
      change.events ?? null,
      change.planIds !== undefined,
      change.planIds ?? null,
      change.language ?? null,
      change.active ?? null,
      url !== undefined,
      url === undefined ? null : sealText(secretKey, { teamId, rowId: id }, 'address', url),
      url === undefined ? null : new URL(url).host,
    ],
  );
  return rowCount === 1 ? findWebhook(db, teamId, id) : null;
}

/** True where there was one. What it was to be told is told to nobody. */
export async function removeWebhook(db: Db, teamId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query('DELETE FROM webhooks WHERE team_id = $1 AND id = $2', [teamId, id]);
  return rowCount === 1;
}

/** The new secret; the one before signs beside it for a day. Null: the team has none of this id. */
export async function rotateSecret(db: Db, teamId: string, id: string, secretKey: string): Promise<string | null> {
  const secret = newSecret();
  const { rowCount } = await db.query(
    `UPDATE webhooks SET former_secret = secret, former_until = now() + ${rotationHours} * interval '1 hour', secret = $3 WHERE team_id = $1 AND id = $2`,
    [teamId, id, sealText(secretKey, { teamId, rowId: id }, 'secret', secret)],
  );
  return rowCount === 1 ? secret : null;
}
