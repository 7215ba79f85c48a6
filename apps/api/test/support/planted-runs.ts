/** Finished runs of hours, planted by one statement: seconds of a few kinds, over and over. */
import { api } from '@plimsoll/contracts/paths';
import type { Run } from '@plimsoll/contracts/run';
import type { Ask } from './asking.ts';
import { begin, finish, launch, planInput, put, sampleAt } from './stored-runs.ts';
import type { TestApi } from './test-api.ts';

const kinds = 7;

/** Every second has 200 times around `ms`. */
export async function plantedRun(test: TestApi, ask: Ask, { seconds, ms }: { seconds: number; ms: number }): Promise<Run> {
  const { db } = test.context;
  const { id } = await launch(ask, planInput({ load: { model: 'closed', connections: 10, duration: `${seconds}s` } }));
  await begin(test, id);
  const samples = Array.from({ length: kinds }, (_, second) =>
    sampleAt(
      second,
      Array.from({ length: 200 }, (_, i) => ms * (1 + ((i * 13 + second * 5) % 50) / 20)),
    ),
  );
  await put(test, id, samples);
  const { rows } = await db.query<{ column_name: string }>(
    `SELECT column_name FROM information_schema.columns WHERE table_name = 'samples' AND column_name NOT IN ('second', 'sequence')`,
  );
  const kept = rows.map(({ column_name }) => column_name).join(', ');
  await db.query('SET statement_timeout = 0');
  for (let from = kinds; from < seconds; from += 10_000)
    await db.query(
      `INSERT INTO samples (second, sequence, ${kept})
       SELECT n, n + 1, ${kept} FROM generate_series($2::int, $3::int) AS n JOIN samples s ON s.run_id = $1 AND s.second = n % ${kinds}`,
      [id, from, Math.min(from + 10_000, seconds) - 1],
    );
  await db.query('UPDATE runs SET last_sequence = $2 WHERE id = $1', [id, seconds]);
  await finish(test, id, samples);
  return (await ask<Run>('GET', api.run(id))).body;
}
