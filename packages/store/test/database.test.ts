/** The pool's connections to the server. */
import { createServer } from 'node:net';
import { keepJitOff, openPool } from '@plimsoll/store/database';
import { listen } from '@plimsoll/testbed/listen';
import { until } from '@plimsoll/testbed/until';
import pg from 'pg';
import { expect, test } from 'vitest';
import { useDatabase } from './support.ts';

const scene = useDatabase();

test('a slow query ends on the server too, inside a transaction as outside, and its connection serves the next', async () => {
  const name = 'slow queries';
  const pool = openPool(scene.url, { queryTimeoutMs: 300, max: 1, applicationName: name });
  await expect(pool.query('SELECT pg_sleep(30)')).rejects.toThrow(/statement timeout|Query read timeout/);
  await expect(pool.query('BEGIN; SELECT pg_sleep(30)')).rejects.toThrow(/statement timeout|Query read timeout/);
  const active = async () =>
    (await scene.db.query(`SELECT FROM pg_stat_activity WHERE application_name = $1 AND state = 'active'`, [name])).rowCount ?? 0;
  await until('nothing of it goes on', 5000, active, (count) => count === 0);
  const { rows } = await pool.query<{ statement_timeout: string }>('SHOW statement_timeout');
  expect(rows[0]?.statement_timeout).toBe('300ms');
  await pool.end();
});

test('a connection brings no start-up parameter that PgBouncer refuses', async () => {
  const packets: Buffer[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (packet) => {
      packets.push(packet);
      socket.destroy();
    });
  });
  const { port, close } = await listen(server);
  const pool = openPool(`postgres://me@127.0.0.1:${port}/mine`, { max: 1 });
  await expect(pool.query('SELECT 1')).rejects.toThrow();
  await pool.end();
  await close();
  // Its length and the protocol's version, then names and values, each with a NUL at its end.
  const words = packets[0]?.subarray(8).toString().split('\0') ?? [];
  const names = words.filter((word, at) => at % 2 === 0 && word !== '');
  expect(names).toContain('user');
  for (const name of names)
    expect(['user', 'database', 'client_encoding', 'application_name', 'datestyle', 'timezone']).toContain(name.toLowerCase());
});

test('Postgres compiles nothing for us: neither on a connection of the pool nor, for our role, on one that was not asked to', async () => {
  const { rows } = await scene.db.query<{ jit: string }>('SHOW jit');
  expect(rows[0]?.jit).toBe('off');
  // Several API processes may start at once.
  await Promise.all([keepJitOff(scene.db), keepJitOff(scene.db)]);
  const other = new pg.Client({ connectionString: scene.url });
  await other.connect();
  const own = await other.query<{ jit: string; source: string }>(`SELECT setting AS jit, source FROM pg_settings WHERE name = 'jit'`);
  await other.end();
  expect(own.rows[0]).toEqual({ jit: 'off', source: 'database user' });
});
