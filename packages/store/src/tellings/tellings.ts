/** Events that a team may be told of. Each is recorded once, with a delivery for each address that wants it, in the transaction of its caller. */
import { randomUUID } from 'node:crypto';
import type { MissedFacts, RegressionFacts, RunTelling } from '@plimsoll/contracts/telling';
import type { WebhookFormat } from '@plimsoll/contracts/webhook';
import type { Db } from '../db.ts';
import { first, inTransaction, jsonText } from '../query.ts';

export type NewTelling =
  | { readonly kind: RunTelling; readonly runId: string; readonly attempt: number }
  | { readonly kind: 'regression.confirmed'; readonly experimentId: string; readonly facts: RegressionFacts }
  /** Once for each schedule and `dueAt`. */
  | { readonly kind: 'schedule.missed'; readonly facts: MissedFacts };

/** Where the event belongs. `planId` null: no saved plan, so that addresses that want certain plans are not told. */
export interface TellingPlace {
  readonly teamId: string;
  readonly planId: string | null;
}

/** Formats that people read: they are told of one end of a run once. */
const readByPeople: readonly WebhookFormat[] = ['slack', 'teams', 'discord', 'mail'];

const keyOf = (telling: NewTelling) => {
  if ('runId' in telling) return `${telling.runId} ${telling.attempt}`;
  return 'experimentId' in telling ? telling.experimentId : `${telling.facts.scheduleId} ${telling.facts.dueAt}`;
};

/**
 * Records events of one cause, the weightiest first, and a delivery to each active address of the team that wants it. Those that people read get the first
 * that they want alone. What was recorded before changes nothing. In the caller's transaction, so that what is rolled back is told to nobody.
 */
export async function recordTellings(db: Db, place: TellingPlace, tellings: readonly NewTelling[]): Promise<void> {
  if (tellings.length === 0) return;
  await inTransaction(db, async (client) => {
    const people: string[] = [];
    for (const telling of tellings) people.push(...(await record(client, place, telling, people)));
  });
}

/** The addresses that people read that are told now. `told`: those that were told of the same cause. */
async function record(db: Db, { teamId, planId }: TellingPlace, telling: NewTelling, told: readonly string[]): Promise<string[]> {
  const inserted = await db.query<{ id: string }>(
    `INSERT INTO tellings (id, team_id, kind, key, plan_id, run_id, experiment_id, facts) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (team_id, kind, key) DO NOTHING RETURNING id`,
    [
      randomUUID(),
      teamId,
      telling.kind,
      keyOf(telling),
      planId,
      'runId' in telling ? telling.runId : null,
      'experimentId' in telling ? telling.experimentId : null,
      jsonText('facts' in telling ? telling.facts : {}),
    ],
  );
  const event = first(inserted.rows);
  if (!event) return [];
  const { rows } = await db.query<{ id: string; format: WebhookFormat }>(
    `WITH wanted AS (
       SELECT id, format FROM webhooks WHERE team_id = $1 AND active AND $2 = ANY (events) AND (plan_ids IS NULL OR $3 = ANY (plan_ids)) AND id <> ALL ($4)
     ), made AS (
       INSERT INTO deliveries (id, team_id, webhook_id, telling_id) SELECT gen_random_uuid(), $1, id, $5 FROM wanted
     )
     SELECT id, format FROM wanted`,
    [teamId, telling.kind, planId, told, event.id],
  );
  return rows.filter(({ format }) => readByPeople.includes(format)).map(({ id }) => id);
}
