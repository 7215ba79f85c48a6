/**
 * `npm run seed`: a team with a history, to develop and to look at lists with: weeks of runs with a regression and its repair, experiments, a kept
 * comparison, links, members. The figures are computed by the product's own code from simulated loads; the same `--seed` gives the same ones. It
 * fills the database that `npm start` and `npm run dev` use, whether they run or not.
 */
import { parseArgs } from 'node:util';
import { prepareDatabase } from '@plimsoll/api/prepare-database';
import { chooseDemoPort } from '@plimsoll/settings/environment-variables';
import { readConfig } from '@plimsoll/standalone/config';
import { secretKeyIn } from '@plimsoll/standalone/secret-key';
import { useDatabase } from '@plimsoll/standalone/use-database';
import { openPool } from '@plimsoll/store/database';
import { hashPassword } from 'better-auth/crypto';
import { owner, seedHistory } from './seed/seed-history.ts';

const password = 'correct horse battery';

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '170' },
    weeks: { type: 'string', default: '8' },
    /** Beside the teams that are there. */
    beside: { type: 'boolean', default: false },
    /** The paths of what was made, as JSON on standard output. */
    json: { type: 'boolean', default: false },
  },
});

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

const config = readConfig();
await useDatabase(config, 'new', async (databaseUrl) => {
  await prepareDatabase({ ...config, databaseUrl }, say);
  const db = openPool(databaseUrl, { queryTimeoutMs: 60_000 });
  try {
    const { rows } = await db.query<{ name: string }>('SELECT name FROM teams');
    if (rows.length > 0 && !options.beside)
      throw new Error(
        `This installation has teams (${rows.map(({ name }) => name).join(', ')}). Name an empty one by PLIMSOLL_DATA_DIR or DATABASE_URL, or say --beside.`,
      );
    const seeded = await seedHistory(db, {
      databaseUrl,
      secretKey: config.secretKey ?? secretKeyIn(config.dataDir),
      passwordHash: await hashPassword(password),
      demoPort: chooseDemoPort({ PORT: config.port }),
      seed: Number(options.seed),
      runs: Number(options.runs),
      weeks: Number(options.weeks),
      say,
    });
    if (options.json) process.stdout.write(`${JSON.stringify(seeded)}\n`);
    say(`Sign in as ${owner.email} with the password "${password}". A page without an account: ${seeded.links.run}`);
  } finally {
    await db.end();
  }
});
process.exit();
