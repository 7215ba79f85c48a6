/** The connection that every function of this package runs its SQL on. */
import type { ObjectStore } from '@plimsoll/artefacts/object-store';
import type { Client, Pool, PoolClient } from 'pg';

/** A pool knows where objects lie beside its tables; a connection inside a transaction waits for no store. Absent: the installation has none. */
interface BesideTables {
  readonly objects?: ObjectStore | undefined;
}
/** The connections of one process; made by `openPool`. Nobody else imports `pg`, for its types neither. */
export type DbPool = Pool & BesideTables;
/** A pool, or one connection inside a transaction. */
export type Db = (Pool | PoolClient | Client) & BesideTables;
