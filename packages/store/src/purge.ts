/**
 * Deletes what has had its time, by these rules: the content of a share with its link; a session, a sign-up's or a password's proof, a link
 * for a new password or of the operator, the mark of a used logout token and a limit's count when they expire; an import's part of the day's caps after that day; an object of the archive that was begun and never finished after a day; an export of a team's after its days; the end of a run, as it was told to its readers, an event with its deliveries, and the note of which token launched a load, after 30 days; a delivery that nobody could make for two days is given up; what is left of links, tokens and invitations 90 days later, so that their lists can say for a while what
 * became of them.
 */
import type { Db } from './db.ts';
import { first, inTransaction } from './query.ts';

/** Rows of one kind at a time, so that nobody waits for the locks. */
const batch = 500;
const rememberedDays = 90;

const longAgo = (column: string) => `${column} < now() - interval '${rememberedDays} days'`;

interface Rule {
  readonly table: string;
  readonly key: string;
  readonly where: string;
  readonly set?: string;
}

/** Each changes rows once and then finds none. */
const rules = {
  shareContents: { table: 'shares', key: 'id', where: `expires_at < now() AND content <> '{}'`, set: `content = '{}'` },
  shares: { table: 'shares', key: 'id', where: longAgo('least(expires_at, coalesce(revoked_at, expires_at))') },
  sessions: { table: 'sessions', key: 'id', where: 'least(expires_at, ends_at) < now()' },
  verifications: { table: 'verifications', key: 'id', where: 'expires_at < now()' },
  tokens: { table: 'tokens', key: 'id', where: longAgo('least(expires_at, revoked_at)') },
  invitations: { table: 'invitations', key: 'id', where: longAgo('expires_at') },
  breakGlassLinks: { table: 'break_glass_links', key: 'id', where: 'expires_at < now()' },
  logoutTokens: { table: 'used_logout_tokens', key: 'token_hash', where: 'expires_at < now()' },
  passwordResets: { table: 'password_resets', key: 'id', where: 'expires_at < now()' },
  limits: { table: 'login_limits', key: 'key', where: 'expire < extract(epoch from now()) * 1000' },
  imports: { table: 'import_usage', key: 'id', where: `at < now() - interval '1 day'` },
  begunObjects: { table: 'run_objects', key: 'key', where: `kept_at IS NULL AND begun_at < now() - interval '1 day'` },
  teamExports: { table: 'team_exports', key: 'id', where: 'expires_at < now()' },
  lateDeliveries: {
    table: 'deliveries',
    key: 'id',
    where: `state = 'waiting' AND due_at < now() - interval '2 days'`,
    set: `state = 'failed', failure = 'expired'`,
  },
  tellings: { table: 'tellings', key: 'id', where: `at < now() - interval '30 days'` },
  tokenLoads: { table: 'token_loads', key: 'id', where: `asked_at < now() - interval '30 days'` },
  runEvents: { table: 'run_events', key: 'id', where: `at < now() - interval '30 days'` },
} satisfies Record<string, Rule>;

export type PurgedKind = keyof typeof rules;
/** The number of rows of each kind that went. */
export type Purged = Readonly<Record<PurgedKind, number>>;

/** The rows that this process deleted; null: another one was at it from the start. Between two batches another may take over, and goes through all rules. */
export async function purgeExpired(db: Db): Promise<Purged | null> {
  let began = false;
  const purged = Object.fromEntries(Object.keys(rules).map((kind) => [kind, 0])) as Record<PurgedKind, number>;
  for (const kind of Object.keys(rules) as PurgedKind[]) {
    for (let gone = batch; gone === batch; ) {
      const changed = await purgeBatch(db, kind);
      if (changed === null) return began ? purged : null;
      began = true;
      gone = changed;
      purged[kind] += gone;
    }
  }
  return purged;
}

/** One process at a time: the others would wait for its rows and find nothing. */
async function purgeBatch(db: Db, kind: PurgedKind): Promise<number | null> {
  const { table, key, where, set }: Rule = rules[kind];
  return inTransaction(db, async (client) => {
    const { rows } = await client.query<{ ours: boolean }>(
      `SELECT pg_try_advisory_xact_lock(hashtextextended('plimsoll purge', 0)) AS ours`,
    );
    if (!first(rows)?.ours) return null;
    const some = `${key} IN (SELECT ${key} FROM ${table} WHERE ${where} LIMIT ${batch})`;
    const { rowCount } = await client.query(set ? `UPDATE ${table} SET ${set} WHERE ${some}` : `DELETE FROM ${table} WHERE ${some}`);
    return rowCount ?? 0;
  });
}
