/** The operator's commands: `plimsoll backup [FILE]`, `plimsoll restore FILE` (`-` is standard output or input), `plimsoll upgrade [--check]`, `plimsoll archive [sweep]`, `plimsoll break-glass [EMAIL]`, `plimsoll agent`. */
import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { outageReason } from '@plimsoll/store/outage-reporter';
import { restoreBackup } from '@plimsoll/store/restore-backup';
import { type BackupReport, writeBackup } from '@plimsoll/store/write-backup';
import { agentUsage, watchAsAgent } from './agent/agent-command.ts';
import { readConfig, type StandaloneConfig } from './config.ts';
import { checkObjects } from './operator/archive.ts';
import { claimPart } from './operator/backup-part.ts';
import { makeBreakGlassLink } from './operator/break-glass.ts';
import { checkUpgrade, upgrade } from './operator/upgrade.ts';
import { useDatabase } from './operator/use-database.ts';
import { keyMark } from './secret-key.ts';

const usage = `node apps/standalone/src/plimsoll.ts backup [FILE]    writes all that is kept into FILE (plimsoll-<time>.backup)
node apps/standalone/src/plimsoll.ts restore FILE     puts it into an empty database or data directory
node apps/standalone/src/plimsoll.ts upgrade --check  says what this version would change in the database, and whether what runs may go on
                                                      meanwhile (exit code 0) or has to be stopped first (3); changes nothing
node apps/standalone/src/plimsoll.ts upgrade          changes it, as an API of this version does when it starts, and makes the indexes that a long history needs
node apps/standalone/src/plimsoll.ts archive          holds the objects that runs name against what is in the archive (PLIMSOLL_S3_BUCKET): exit
                                                      code 3 where some are missing
node apps/standalone/src/plimsoll.ts archive sweep    removes objects there that the database does not name, and that are older than a day
node apps/standalone/src/plimsoll.ts break-glass [EMAIL]  prints a link that signs an owner of the installation in once, within 15 minutes and
                                                      for an hour, past every rule of sign-in

"-" in place of FILE is standard output or input. DATABASE_URL names the database, MIGRATE_DATABASE_URL the same one as a role that may change its schema (restore, upgrade); without them that of PLIMSOLL_DATA_DIR is meant,
whether Plimsoll runs on it or not.

${agentUsage('node apps/standalone/src/plimsoll.ts agent')}`;

/** Standard output may be the backup itself. */
function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

/** With the database as the role that may change its schema. */
function asOwner(config: StandaloneConfig): StandaloneConfig {
  return { ...config, databaseUrl: config.migrateUrl ?? config.databaseUrl };
}

function describe({ tables }: BackupReport): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows.toLocaleString('en')} rows of ${tables.length} tables`;
}

async function backUp(config: StandaloneConfig, file: string): Promise<void> {
  const mark = keyMark(config);
  if (file === '-') {
    const report = await useDatabase(config, 'existing', (url) => writeBackup(url, process.stdout, mark));
    return say(`Backed up: ${describe(report)}.`);
  }
  // A backup that broke off must not look like one.
  const part = claimPart(file, say);
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)
    process.once(signal, () => {
      rmSync(part, { force: true });
      process.exit(code);
    });
  try {
    const out = createWriteStream(part, { flags: 'wx', mode: 0o600 });
    const report = await useDatabase(config, 'existing', (url) => writeBackup(url, out, mark));
    await rename(part, file);
    say(
      `Backed up into ${file}: ${describe(report)}. Keep a copy of the secret key, too, in another place: it is not in there, and without it sealed secrets cannot be read.`,
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(part, { force: true });
    throw error;
  }
}

async function restore(config: StandaloneConfig, file: string): Promise<void> {
  const input = file === '-' ? process.stdin : createReadStream(file);
  const report = await useDatabase(asOwner(config), 'new', (url) => restoreBackup(url, input));
  say(`Restored as it was on ${report.takenAt}: ${describe(report)}, checksums equal.`);
  if (report.keyMark === null || report.keyMark === keyMark(config)) return;
  say(
    `The secret key here is not the one of the backup: people must sign in again, and secrets in plans cannot be read. Put the old key into ${config.dataDir}/secret-key or PLIMSOLL_SECRET_KEY before you start Plimsoll.`,
  );
}

async function main([command, file, ...rest]: readonly string[]): Promise<void> {
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '');
  if (command === 'backup' && rest.length === 0) return backUp(readConfig(), file ?? `plimsoll-${stamp}.backup`);
  if (command === 'restore' && file !== undefined && rest.length === 0) return restore(readConfig(), file);
  if (command === 'upgrade' && file === undefined) return useDatabase(asOwner(readConfig()), 'existing', (url) => upgrade(url, say));
  if (command === 'upgrade' && file === '--check' && rest.length === 0) {
    const goesOn = await useDatabase(asOwner(readConfig()), 'existing', (url) => checkUpgrade(url, say));
    process.exitCode = goesOn ? 0 : 3;
    return;
  }
  if (command === 'archive' && (file === undefined || file === 'sweep') && rest.length === 0) {
    const sweep = file === 'sweep';
    const config = readConfig();
    const whole = await useDatabase(config, 'existing', (url) => checkObjects(url, config.objects, { sweep, say }));
    process.exitCode = whole ? 0 : 3;
    return;
  }
  if (command === 'break-glass' && rest.length === 0) {
    const config = readConfig();
    // The link alone is standard output: a pipe takes it whole.
    process.stdout.write(`${await useDatabase(config, 'existing', (url) => makeBreakGlassLink(url, config, file, say))}\n`);
    return;
  }
  if (command === 'agent') {
    if (await watchAsAgent(file === undefined ? [] : [file, ...rest], say)) return;
  }
  throw new Error(usage);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  say(outageReason(error));
  // Output into a pipe may still be on its way.
  process.exitCode = 1;
});
