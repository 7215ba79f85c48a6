/** Schedules and three API processes that look at them, two of which are killed while they start loads. */
import { api } from '@plimsoll/contracts/paths';
import { openPool } from '@plimsoll/store/database';
import { startApiProcess } from '@plimsoll/testbed/api-process';
import { migratedDatabase } from '@plimsoll/testbed/postgres';
import { expect, it } from 'vitest';
import { secretKey } from '../support/test-api.ts';

const schedules = 25;

it('starts each due time exactly once, though processes are killed between', async () => {
  const database = await migratedDatabase();
  const environment = {
    DATABASE_URL: database.url,
    PLIMSOLL_SECRET_KEY: secretKey,
    PLIMSOLL_TARGETS: 'loopback',
    PLIMSOLL_MAX_CONCURRENT_RUNS: '1000',
    PLIMSOLL_MAX_RUNS_OF_PERSON: '1000',
    PLIMSOLL_MAX_RUNS_IN_ALL: '1000',
    // They keep no API from starting.
    OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4317',
    OTEL_TRACES_SAMPLER: 'sometimes',
  };
  const db = openPool(database.url);
  const processes = await Promise.all([0, 1, 2].map(() => startApiProcess(environment)));
  try {
    const origin = processes[2]?.origin ?? '';
    let cookie = '';
    const post = async <Made>(path: string, body: unknown): Promise<Made> => {
      const headers = { 'content-type': 'application/json', origin, cookie };
      const answer = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
      cookie ||= answer.headers
        .getSetCookie()
        .map((each) => each.split(';')[0])
        .join('; ');
      expect(answer.status, path).toBe(201);
      return (await answer.json()) as Made;
    };
    await post(api.setup, { name: 'Ann', email: 'ann@example.com', password: 'a long enough password', team: 'Team' });
    for (let at = 0; at < schedules; at++) {
      const load = { model: 'closed', connections: 1, requests: 1 };
      const plan = { version: 1, name: `plan ${at}`, target: { url: `http://127.0.0.1:${20_000 + at}/` }, load };
      const { id: planId } = await post<{ id: string }>(api.plans, { plan });
      await post(api.schedules, { name: `schedule ${at}`, planId, cron: '0 0 1 1 *' });
    }
    for (const [round, victim] of processes.slice(0, 2).entries()) {
      await db.query(`UPDATE runs SET state = 'stopped'`);
      const { rows: before } = await db.query('SELECT FROM schedule_outcomes');
      await db.query(`UPDATE schedules SET next_due_at = now() + interval '1 s'`);
      // They look about once a second: in the midst of the loads that are due.
      await expect
        .poll(async () => (await db.query('SELECT FROM schedule_outcomes')).rowCount, { interval: 5 })
        .toBeGreaterThan(before.length);
      victim.child.kill('SIGKILL');
      const all = (round + 1) * schedules;
      await expect.poll(async () => (await db.query('SELECT FROM schedule_outcomes')).rowCount).toBe(all);
      const { rows } = await db.query<{ state: string; runs: number; of: number }>(
        `SELECT o.state, count(*)::int AS of, count(DISTINCT o.run_id)::int AS runs FROM schedule_outcomes o GROUP BY o.state`,
      );
      expect(rows).toEqual([{ state: 'started', of: all, runs: all }]);
      expect((await db.query('SELECT FROM runs')).rowCount, 'no run without its outcome').toBe(all);
      expect((await db.query('SELECT FROM schedules WHERE next_due_at <= now()')).rowCount, 'nothing is due any more').toBe(0);
    }
  } finally {
    for (const { child } of processes) child.kill('SIGKILL');
    await db.end();
    await database.drop();
  }
});
