/** The connection that every function of this package runs its SQL on. */
import type { Client, Pool, PoolClient } from 'pg';

/** The connections of one process; made by `openPool`. Nobody else imports `pg`, for its types neither. */
export type DbPool = Pool;
/** A pool, or one connection inside a transaction. */
export type Db = DbPool | PoolClient | Client;
