/** Users and teams written straight into a migrated database. It knows the two tables by their names only: no package is needed for it. */

/** A pool, or anything else that runs SQL. */
export interface Database {
  query(sql: string, values: unknown[]): Promise<unknown>;
}

/** A user with a verified address, `<id>@example.com`. */
export async function putUser(db: Database, id: string, name = id): Promise<void> {
  await db.query('INSERT INTO users (id, name, email, email_verified, updated_at) VALUES ($1, $2, $3, true, now())', [
    id,
    name,
    `${id}@example.com`,
  ]);
}

export async function putTeam(db: Database, id: string, name = id): Promise<void> {
  await db.query('INSERT INTO teams (id, name, slug, created_at) VALUES ($1, $2, $1, now())', [id, name]);
}
