/** Tells a reader of the ends of runs that it has not been told of, each by one process. */
import { isDatabaseAway } from '@plimsoll/store/database-outage';
import type { Db } from '@plimsoll/store/db';
import { markRunEndTold, type RunEnd, type RunEventReader, takeRunEnd } from '@plimsoll/store/run-events';

export interface ToldReader {
  readonly reader: RunEventReader;
  /** Idempotent: it is told again where its process is killed before the mark. */
  readonly tell: (end: RunEnd) => Promise<void>;
  /** This end is tried again later; it does not keep the others from being told. */
  readonly onFailed: (end: RunEnd, error: unknown) => void;
}

/** Resolves when there is nothing left to tell. Throws what Postgres throws while it is away. */
export async function readRunEnds(db: Db, { reader, tell, onFailed }: ToldReader): Promise<void> {
  for (let end = await takeRunEnd(db, reader); end; end = await takeRunEnd(db, reader)) {
    try {
      await tell(end);
      await markRunEndTold(db, reader, end);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      onFailed(end, error);
    }
  }
}
