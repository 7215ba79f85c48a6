/** The database's clock, which all workers share, on this machine's monotonic one, which a generator starts by. */
import type { Db } from '@plimsoll/store/db';
import { databaseClockUs } from '@plimsoll/store/run-shards';

const asks = 7;

/** The bounds of a time, ns of `process.hrtime`. */
export interface TimeBounds {
  readonly leastNs: bigint;
  readonly mostNs: bigint;
}

/**
 * When a time of the database's clock (µs since 1970) is, on `process.hrtime`. Of several asks the one with the quickest answer
 * counts: it is wrong by half of its round trip at most. A clock that was stepped in between says what is out of bounds.
 */
export async function toMonotonicNs(db: Db, us: bigint, { leastNs, mostNs }: TimeBounds): Promise<bigint> {
  let best: { readonly tookNs: bigint; readonly ns: bigint } | null = null;
  for (let asked = 0; asked < asks; asked++) {
    const sentNs = process.hrtime.bigint();
    const clockUs = await databaseClockUs(db);
    const tookNs = process.hrtime.bigint() - sentNs;
    if (best === null || tookNs < best.tookNs) best = { tookNs, ns: sentNs + tookNs / 2n + (us - clockUs) * 1000n };
  }
  const { ns } = best as { readonly ns: bigint };
  return ns < leastNs ? leastNs : ns > mostNs ? mostNs : ns;
}
