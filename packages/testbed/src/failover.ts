/** A primary and a standby behind one wire, for tests of a failover: real servers, the standby in recovery and never promoted. */
import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@plimsoll/postgres/embedded-postgres';
import { openWire, overWire } from './wire.ts';
import { withClient } from './with-client.ts';

export interface Failover {
  /** Over the wire, to whichever leads. */
  readonly url: string;
  /** To the primary itself, while it is there. */
  readonly primaryUrl: string;
  /** The primary goes, and the wire leads to the standby, which can only be read. */
  toStandby(): Promise<void>;
  /** The primary is back, and the wire leads to it. The standby goes on, with the connections that it has. */
  toPrimary(): Promise<void>;
  /** Connections of ours that the standby has. */
  onStandby(): Promise<number>;
  close(): Promise<void>;
}

const options = { settings: ['fsync=off', 'hot_standby=on'] };

/** `prepare` makes what both have. */
export async function openFailover(prepare: (url: string) => Promise<void>): Promise<Failover> {
  const home = mkdtempSync(join(tmpdir(), 'plimsoll-failover-'));
  const [primaryDir, standbyDir] = [join(home, 'primary'), join(home, 'standby')];
  let primary: EmbeddedPostgres = await startEmbeddedPostgres(primaryDir, options);
  await prepare(primary.url);
  await primary.stop();
  cpSync(primaryDir, standbyDir, { recursive: true });
  chmodSync(join(standbyDir, 'postgres'), 0o700);
  rmSync(join(standbyDir, 'postgres-port'));
  writeFileSync(join(standbyDir, 'postgres', 'standby.signal'), '');
  primary = await startEmbeddedPostgres(primaryDir, options);
  const standby = await startEmbeddedPostgres(standbyDir, options);
  const wire = await openWire(primary.port);
  return {
    url: overWire(primary.url, wire),
    primaryUrl: primary.url,
    async toStandby() {
      wire.leadTo(standby.port);
      await primary.stop();
    },
    async toPrimary() {
      primary = await startEmbeddedPostgres(primaryDir, options);
      wire.leadTo(primary.port);
    },
    async onStandby() {
      const { rows } = await withClient(standby.url, (client) =>
        client.query<{ sessions: number }>(
          `SELECT count(*)::int AS sessions FROM pg_stat_activity WHERE application_name LIKE 'plimsoll %' AND application_name <> 'plimsoll launcher'`,
        ),
      );
      return rows[0]?.sessions ?? 0;
    },
    async close() {
      await wire.close();
      await Promise.all([primary.stop(), standby.stop()]);
      rmSync(home, { recursive: true, force: true });
    },
  };
}
