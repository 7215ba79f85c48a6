/**
 * `npm run proof:history -- --server postgres://…`: O2 with a history of a million runs in one team. A database of its own on that server, which is to
 * have JIT as the image of compose has, gets a history that is made in SQL from a real run; then the product in its scaled form is asked what people
 * ask, and each time is held against its bound. Ends with 1 where one is missed. Without `--server`: on our own Postgres, which has no JIT.
 * `--runs` makes it smaller, `--database NAME` keeps the database for the next time. About 8 GB of disk.
 */
import { parseArgs } from 'node:util';
import { openPool } from '@plimsoll/store/database';
import type { DbPool } from '@plimsoll/store/db';
import { makeHistory, makeLongRun } from '@plimsoll/testbed/history';
import { putTeam, putToken } from '@plimsoll/testbed/people';
import { hold, launch, type Measured, measure, measureIdle, questions } from './history/measures.ts';
import { type Product, startProduct } from './history/product.ts';
import { openServer, type Server } from './history/server.ts';

const { values: options } = parseArgs({
  options: { server: { type: 'string' }, runs: { type: 'string', default: '1000000' }, database: { type: 'string' } },
});
const runs = Number(options.runs);
const plans = 200;
const idleSeconds = 20;

function say(text: string): void {
  process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
}

async function withProduct<T>(server: Server, db: DbPool, work: (product: Product) => Promise<T>): Promise<T> {
  const product = await startProduct(server.url, async () => {
    const known = await db.query(`SELECT FROM teams WHERE id = 'team'`);
    if (known.rowCount === 0) await putTeam(db, 'team', 'Team');
    return putToken(db, { teamId: 'team', userId: `owner-${Date.now()}`, role: 'owner', scope: 'write' });
  });
  try {
    return await work(product);
  } finally {
    await product.stop();
  }
}

/** The product is away meanwhile: it would read a table without indexes again and again. */
async function fill(server: Server, templateRunId: string): Promise<void> {
  const name = new URL(server.url).pathname.slice(1);
  const admin = openPool(server.url, { max: 1 });
  await admin.query(`ALTER DATABASE ${name} SET maintenance_work_mem = '512MB'; ALTER DATABASE ${name} SET synchronous_commit = off`);
  const db = openPool(server.url, { queryTimeoutMs: 3_600_000, max: 3 });
  const began = performance.now();
  await makeHistory(db, { templateRunId, runs, plans });
  for (let n = 0; n < 2; n += 1) await makeLongRun(db, templateRunId, 3600);
  await db.end();
  await admin.query(`ALTER DATABASE ${name} RESET ALL; CHECKPOINT`);
  await admin.end();
  say(`made ${runs} runs, ${plans} plans and two runs of an hour in ${((performance.now() - began) / 1000).toFixed(0)} s`);
}

async function measureAll(server: Server, db: DbPool): Promise<Measured[]> {
  const found: Measured[] = [];
  const tell = (measured: Measured) => {
    const { what, unit, most, values, held } = measured;
    const median = [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
    say(`${held <= most ? 'holds ' : 'MISSED'} ${what}: ${held.toFixed(1)} ${unit} of ${most} (median ${median.toFixed(1)})`);
    found.push(measured);
  };
  await withProduct(server, db, async (product) => {
    const firsts: number[] = [];
    for (let n = 0; n < 6; n += 1) firsts.push((await launch(product, 2)).firstMs);
    say(`click → first request: ${firsts.map((ms) => ms.toFixed(0)).join(', ')} ms; the first one began with cold processes`);
    tell(hold('click → first request', 'ms', 1200, firsts.slice(1)));
    const plan = await db.query<{ id: string }>(`SELECT id FROM plans ORDER BY ordinal OFFSET 7 LIMIT 1`);
    const hours = await db.query<{ id: string }>(`SELECT id FROM runs WHERE name = 'an hour' ORDER BY ordinal`);
    const [base, candidate] = hours.rows.map(({ id }) => id);
    if (!plan.rows[0] || !base || !candidate) throw new Error('the history has no plans or no runs of an hour');
    for (const question of questions({ planId: plan.rows[0].id, hours: [base, candidate] })) tell(await measure(product, question));
    const idle = await measureIdle(server.cpuSeconds, idleSeconds);
    if (idle === null) say('Postgres is on another machine: what it uses while idle is not known here');
    else tell(hold('Postgres with nothing to do', '%', 1, [idle]));
  });
  return found;
}

const server = await openServer(options.server, options.database);
say(server.description);
const db = openPool(server.url, { queryTimeoutMs: 600_000, max: 2 });
try {
  if (!server.kept) await fill(server, await withProduct(server, db, async (product) => (await launch(product, 6)).id));
  const found = await measureAll(server, db);
  const missed = found.filter(({ held, most }) => !(held <= most));
  say(missed.length === 0 ? `${server.description}: all ${found.length} hold` : `missed: ${missed.map(({ what }) => what).join('; ')}`);
  process.exitCode = missed.length === 0 ? 0 : 1;
} finally {
  await db.end();
  await server.close();
}
