/** What is stored of an end is a code with its figures: who reads it in another language finds no English in it. */
import type { RunEnding } from '@plimsoll/contracts/run-ending';
import { claimRun } from '@plimsoll/store/run-claim';
import { finishRun, reapLostRuns } from '@plimsoll/store/run-life';
import { endShard } from '@plimsoll/store/run-shards';
import { findRun, requestStop } from '@plimsoll/store/runs';
import { importedWords } from '@plimsoll/wording/en/import';
import { runEndSentence } from '@plimsoll/wording/run-end-sentence';
import { addLanguage, type Catalogue, speakTo, textOf } from '@plimsoll/wording/words';
import { afterEach, expect, test } from 'vitest';
import { overCapWords } from '../../wording/src/en/plan/over-cap.ts';
import { refusalWords } from '../../wording/src/en/plan/refusal.ts';
import { storeErrorWords } from '../../wording/src/en/run/failure.ts';
import { runEndWords } from '../../wording/src/en/run/run-end.ts';
import { queueRun, secretKey, useDatabase } from './support.ts';

const scene = useDatabase();

/** Every text between brackets; what a sentence shows of another is between them, too. */
function bracketed(text: Catalogue | string | readonly string[]): never {
  if (typeof text === 'string') return `⟦${text}⟧` as never;
  if (Array.isArray(text)) return text.map(bracketed) as never;
  return Object.fromEntries(Object.entries(text).map(([key, value]) => [key, bracketed(value as Catalogue)])) as never;
}

const catalogues = {
  runEnd: runEndWords,
  refusal: refusalWords,
  overCap: overCapWords,
  storeError: storeErrorWords,
  imported: importedWords,
};
addLanguage('pseudo', Object.fromEntries(Object.entries(catalogues).map(([name, said]) => [name, bracketed(textOf(said as never))])));
afterEach(() => speakTo(() => 'en'));

const endings: RunEnding[] = [
  { kind: 'requestsSent', requests: 12_840 },
  { kind: 'timeOver', duration: '10s', requests: null },
  { kind: 'thresholdBroken', threshold: 'p(99) < 5ms', seconds: 11 },
  { kind: 'refused', refusal: { code: 'proof_no_address', values: { host: 'a.example', error: 'ENOTFOUND' } } },
  { kind: 'overCaps', over: [{ field: '/load/rate', what: 'rate', got: 500, cap: 100 }] },
  { kind: 'notOpened', code: 'unreadable_secret', values: { field: 'token' } },
  { kind: 'unreadablePlan', field: '/load', code: 'needs_mapping', values: {} },
  { kind: 'imported', tool: 'hey' },
  { kind: 'ofGenerator', number: 2, of: 3, ending: { kind: 'controlLost' } },
  { kind: 'notComputed', ending: { kind: 'ofGenerator', number: 2, of: 3, ending: { kind: 'stagesDone' } }, error: 'EOF' },
];

async function ended(ending: RunEnding): Promise<string> {
  const { id } = await queueRun(scene.db);
  await claimRun(scene.db, id, 1, 'w', secretKey);
  const none = { endReason: null, summary: null, validity: null, thresholds: [] };
  expect(await finishRun(scene.db, id, 1, { ...none, state: 'completed', ending })).toBe(true);
  return id;
}

async function stored(id: string): Promise<unknown> {
  return (await scene.db.query('SELECT state_reason, ending FROM runs WHERE id = $1', [id])).rows[0];
}

test.each(endings)('the end of a run is stored as $kind and read in the language of who reads', async (ending) => {
  const id = await ended(ending);
  expect(await stored(id)).toEqual({ state_reason: null, ending });
  expect((await findRun(scene.db, 'red', id))?.stateReason).toBe(runEndSentence(ending));
  speakTo(() => 'pseudo');
  const foreign = (await findRun(scene.db, 'red', id))?.stateReason ?? '';
  expect(foreign).toMatch(/^⟦.*⟧$/s);
  // Sentences in a sentence are foreign, too.
  const sentences = ending.kind === 'notComputed' ? 3 : ending.kind === 'ofGenerator' || ending.kind === 'unreadablePlan' ? 2 : 1;
  expect(foreign.split('⟦').length - 1).toBeGreaterThanOrEqual(sentences);
});

test('a run that waits and is stopped, and one that is given up on, are stored as codes by SQL', async () => {
  const waiting = await queueRun(scene.db);
  await requestStop(scene.db, 'red', waiting.id);
  expect(await stored(waiting.id)).toEqual({ state_reason: null, ending: { kind: 'stoppedBefore' } });
  const lost = await queueRun(scene.db);
  await claimRun(scene.db, lost.id, 1, 'w', secretKey);
  await scene.db.query(`UPDATE runs SET heartbeat_at = now() - interval '13 s' WHERE id = $1`, [lost.id]);
  await expect.poll(async () => (await reapLostRuns(scene.db)).map(({ id }) => id), { timeout: 30_000 }).toContain(lost.id);
  expect(await stored(lost.id)).toEqual({ state_reason: null, ending: { kind: 'workerLost', of: 1 } });
});

test('beside a version before, the sentence that it writes is the last word, and it can read what it finds', async () => {
  const id = await ended({ kind: 'workerLost', of: 1 });
  // As that version corrects a lost run.
  await scene.db.query(`UPDATE runs SET state = 'control_lost', state_reason = 'It could not reach us.' WHERE id = $1`, [id]);
  const text = 'It could not reach us.';
  expect(await findRun(scene.db, 'red', id)).toMatchObject({ stateReason: text, ending: { kind: 'legacy', text } });

  const { id: shared } = await queueRun(scene.db);
  await claimRun(scene.db, shared, 1, 'w', secretKey);
  const own = { state: 'stopped', reason: 'stopped', ending: { kind: 'stopped' } } as const;
  expect(await endShard(scene.db, { runId: shared, attempt: 1, shard: 0 }, own)).toEqual(own);
  // That version hands on a text.
  expect((await scene.db.query('SELECT end_message FROM run_shards WHERE run_id = $1', [shared])).rows).toEqual([{ end_message: '' }]);
  await scene.db.query(`UPDATE run_shards SET ending = NULL, end_message = 'It was stopped.' WHERE run_id = $1`, [shared]);
  expect(await endShard(scene.db, { runId: shared, attempt: 1, shard: 0 }, own)).toEqual({
    ...own,
    ending: { kind: 'legacy', text: 'It was stopped.' },
  });
});

test('a code of a later version leaves the run without a reason, and whole', async () => {
  const id = await ended({ kind: 'stopped' });
  await scene.db.query(`UPDATE runs SET ending = '{"kind": "novel", "figure": 1}' WHERE id = $1`, [id]);
  expect(await findRun(scene.db, 'red', id)).toMatchObject({ state: 'completed', stateReason: null, ending: null });
});
