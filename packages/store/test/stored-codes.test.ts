/** A code with its figures is stored: readers of another language find no English in it. */
import type { BaselineCode, BaselineVerdict } from '@plimsoll/contracts/baseline-verdict';
import type { ExperimentRemark } from '@plimsoll/contracts/experiment-remark';
import type { RunEnding } from '@plimsoll/contracts/run-ending';
import { runListQuerySchema } from '@plimsoll/contracts/run-list';
import { unjudged } from '@plimsoll/contracts/validity';
import type { ValidityFinding } from '@plimsoll/contracts/validity-finding';
import type { MetricDelta } from '@plimsoll/contracts/verdict';
import { finishExperiment } from '@plimsoll/store/experiment-end';
import { claimExperiment, releaseExperiment, saveProgress } from '@plimsoll/store/experiment-life';
import { findExperiment } from '@plimsoll/store/experiments';
import { listRuns } from '@plimsoll/store/list-runs';
import { claimRun } from '@plimsoll/store/run-claim';
import { finishRun, reapLostRuns } from '@plimsoll/store/run-life';
import { endShard } from '@plimsoll/store/run-shards';
import { findRun, requestStop } from '@plimsoll/store/runs';
import { outsideWords, readPseudoLanguage } from '@plimsoll/testbed/pseudo-language';
import { runEndSentence } from '@plimsoll/wording/run-end-sentence';
import { sayBaseline } from '@plimsoll/wording/say-comparison';
import { sayValidity } from '@plimsoll/wording/validity-reason';
import { addLanguage, type Catalogue, speakTo, textOf } from '@plimsoll/wording/words';
import { afterEach, expect, test } from 'vitest';
import { makePlan, queueExperiment, queueRun, secretKey, useDatabase } from './support.ts';

const scene = useDatabase();

addLanguage('pseudo', await readPseudoLanguage(textOf<Catalogue>));
afterEach(() => speakTo(() => 'en'));

const endings: RunEnding[] = [
  { kind: 'requestsSent', requests: 12_840 },
  { kind: 'timeOver', duration: '10s', requests: null, calls: true },
  { kind: 'otherSilent', seconds: 8 },
  { kind: 'thresholdBroken', threshold: 'p(99) < 5ms', seconds: 11 },
  { kind: 'refused', refusal: { code: 'proof_no_address', values: { host: 'a.example', error: 'ENOTFOUND' } } },
  { kind: 'overCaps', over: [{ field: '/load/rate', what: 'rate', got: 500, cap: 100 }] },
  { kind: 'notOpened', code: 'unreadable_secret', values: { field: 'token' } },
  { kind: 'unreadablePlan', field: '/load', code: 'needs_mapping', values: {} },
  { kind: 'imported', tool: 'hey' },
  { kind: 'ofGenerator', number: 2, of: 3, ending: { kind: 'controlLost' } },
  { kind: 'ofGenerator', number: 2, of: 3, region: 'us', ending: { kind: 'processEnded', how: 'SIGKILL', last: '' } },
  { kind: 'workerLost', of: 3, regions: ['eu', 'us'] },
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

test('a version before that ends a run of several workers leaves it the reason that another worker told as a code', async () => {
  const { id } = await queueRun(scene.db, {
    plan: makePlan({ generators: 2, load: { model: 'closed', connections: 2, duration: '10s' } }),
  });
  await claimRun(scene.db, id, 1, 'w', secretKey);
  const end = {
    state: 'auto_stopped',
    reason: 'auto_stopped',
    ending: { kind: 'mostlyErrors', seconds: 60, failed: 9, finished: 10 },
  } as const;
  await scene.db.query(
    `INSERT INTO run_shards (run_id, team_id, attempt, shard, worker_id, threads, end_state, end_reason, end_message, ended_at)
     VALUES ($1, 'red', 1, 1, 'old', 1, 'completed', 'duration', 'The duration of 10s is over.', now() - interval '1 min')`,
    [id],
  );
  expect(await endShard(scene.db, { runId: id, attempt: 1, shard: 0 }, end)).toEqual(end);
  // It reads the text of the shard that ended the run, which says nothing to it.
  await scene.db.query(
    `UPDATE runs SET state = 'auto_stopped', state_reason = '', end_reason = 'auto_stopped', ended_at = now() WHERE id = $1`,
    [id],
  );
  expect((await findRun(scene.db, 'red', id))?.ending).toEqual(end.ending);
});

test('a code of a later version leaves the run without a reason, and whole', async () => {
  const id = await ended({ kind: 'stopped' });
  await scene.db.query(`UPDATE runs SET ending = '{"kind": "novel", "figure": 1}' WHERE id = $1`, [id]);
  expect(await findRun(scene.db, 'red', id)).toMatchObject({ state: 'completed', stateReason: null, ending: null });
});

const over = { seconds: 3, of: 20 };
const findings: ValidityFinding[] = [
  { kind: 'nothing', afterWarmup: true },
  { kind: 'unanswered', requests: 12_840, outcomes: ['connect_refused', 'timeout'] },
  { kind: 'shortfall', share: 0.4, fromSecond: 3, toSecond: 12, sent: 400, planned: 1000, strained: true },
  { kind: 'late', latenessUs: 5000, limitUs: 1000, freeSeconds: 3, seconds: 20 },
  { kind: 'loop_busy', share: 0.97, limit: 0.9, limits: { advice: ['wire', 'generators'], generators: 1, client: 'undici' }, ...over },
  { kind: 'loop_busy', share: 0.97, limit: 0.9, limits: null, ...over },
  { kind: 'cpu', share: 0.97, limit: 0.9, ...over },
  { kind: 'loop_held_up', delayUs: 60_000, limitUs: 50_000, ...over },
  { kind: 'other_work', share: 0.4 },
  { kind: 'throttled', ...over },
  { kind: 'missing', which: [3, 4, 7], of: 20 },
  { kind: 'partial', which: [3], of: 20 },
  { kind: 'clock', jumpMs: 200, second: 7 },
  { kind: 'imported', tool: 'hey' },
  { kind: 'worker_lost' },
  { kind: 'worker_lost', regions: ['us'] },
  { kind: 'generator_lost' },
  { kind: 'generator_lost', region: 'us' },
  { kind: 'generator_lost', region: 'us', lost: 2 },
  { kind: 'generator_lost', lost: 2 },
  { kind: 'connections_not_closed' },
  { kind: 'connections_not_closed', region: 'us' },
];

test('the validity of a run is stored as codes, and read in the language of who reads, in a list, too', async () => {
  const { id } = await queueRun(scene.db);
  await claimRun(scene.db, id, 1, 'w', secretKey);
  const judged = sayValidity({ ...unjudged, stamp: 'invalid', findings });
  const none = { endReason: null, summary: null, thresholds: [], ending: { kind: 'stopped' } } as const;
  expect(await finishRun(scene.db, id, 1, { ...none, state: 'completed', validity: judged })).toBe(true);
  const { rows } = await scene.db.query('SELECT validity FROM runs WHERE id = $1', [id]);
  expect(rows).toEqual([{ validity: { ...judged, reasons: [] } }]);
  expect((await findRun(scene.db, 'red', id))?.validity).toEqual(judged);
  speakTo(() => 'pseudo');
  const [listed] = (await listRuns(scene.db, 'red', runListQuerySchema.parse({}))).items.filter((item) => item.id === id);
  for (const validity of [(await findRun(scene.db, 'red', id))?.validity, listed?.validity]) {
    expect(validity?.findings).toEqual(findings);
    expect(validity?.reasons.map(outsideWords)).toEqual(findings.map(() => ''));
  }
});

test('a validity of a version before keeps its sentences, and one of a later version the reasons that are known', async () => {
  const id = await ended({ kind: 'stopped' });
  const store = (validity: object) => scene.db.query('UPDATE runs SET validity = $2 WHERE id = $1', [id, validity]);
  await store({ stamp: 'degraded', reasons: ['It was late.'] });
  speakTo(() => 'pseudo');
  expect((await findRun(scene.db, 'red', id))?.validity).toEqual({
    ...unjudged,
    stamp: 'degraded',
    reasons: ['It was late.'],
    findings: [{ kind: 'legacy', text: 'It was late.' }],
  });
  await store({ stamp: 'invalid', reasons: [], findings: [{ kind: 'novel', figure: 1 }, { kind: 'worker_lost' }], ofLater: 1 });
  expect((await findRun(scene.db, 'red', id))?.validity).toMatchObject({ stamp: 'invalid', findings: [{ kind: 'worker_lost' }] });
});

const p99: MetricDelta = {
  metric: 'p99',
  base: 1000,
  candidate: 2000,
  delta: 1000,
  deltaRelative: 1,
  interval: { low: 0.9, high: 1.1 },
  verdict: 'worse',
  reason: '',
  code: { kind: 'beyond', change: 1, minimumEffect: 0.03, theseRuns: true },
};
const baselineRunId = '00000000-0000-4000-8000-000000000000';
const found: BaselineCode = { outdated: null, refused: null, minimumEffect: 0.03, ownLimits: ['base'] };
const refused = { kind: 'tooShort', side: 'candidate', number: null, seconds: 5, least: 10 } as const;

interface Judged extends Pick<BaselineVerdict, 'verdict' | 'metrics'> {
  readonly code: BaselineCode;
}

test.each<Judged>([
  { verdict: 'worse', code: found, metrics: [p99] },
  { verdict: 'not_enough_evidence', code: { ...found, outdated: ['load.rate'] }, metrics: [p99] },
  { verdict: 'not_enough_evidence', code: { ...found, refused }, metrics: [{ ...p99, code: { kind: 'refused' } }] },
])('a verdict against a baseline is stored as codes, and its sentence stands in lists, too', async ({ verdict, code, metrics }) => {
  const baseline = sayBaseline({ baselineRunId, sentence: '', verdict, code, metrics });
  expect(baseline.sentence).toMatch(/^(Slower|No verdict)/);
  const { id } = await queueRun(scene.db);
  await claimRun(scene.db, id, 1, 'w', secretKey);
  const none = { endReason: null, summary: null, thresholds: [], validity: null, ending: { kind: 'stopped' } } as const;
  await finishRun(scene.db, id, 1, { ...none, state: 'completed', baseline });
  const { rows } = await scene.db.query('SELECT vs_baseline FROM runs WHERE id = $1', [id]);
  expect(rows).toEqual([{ vs_baseline: { ...baseline, sentence: '', metrics: metrics.map((one) => ({ ...one, reason: '' })) } }]);
  expect((await findRun(scene.db, 'red', id))?.baseline).toEqual(baseline);
  speakTo(() => 'pseudo');
  const own = (await findRun(scene.db, 'red', id))?.baseline;
  const [listed] = (await listRuns(scene.db, 'red', runListQuerySchema.parse({}))).items.filter((item) => item.id === id);
  expect(listed?.baseline).toMatchObject({ verdict, code, sentence: own?.sentence });
  for (const said of [own?.sentence ?? '', own?.metrics[0]?.reason ?? '']) {
    expect(said).toMatch(/^⟦/);
    expect(outsideWords(said)).toBe('');
  }
});

test('a verdict with a code of a later version stays a verdict', async () => {
  const id = await ended({ kind: 'stopped' });
  const kept = {
    baselineRunId,
    verdict: 'worse',
    sentence: '',
    code: { ...found, novel: 1 },
    metrics: [{ ...p99, code: { kind: 'novel' } }],
  };
  await scene.db.query('UPDATE runs SET vs_baseline = $2 WHERE id = $1', [id, kept]);
  expect((await findRun(scene.db, 'red', id))?.baseline).toMatchObject({ verdict: 'worse', code: null, metrics: [{ ...p99, code: null }] });
});

const run = { number: 1, of: 4, arm: { number: 1, name: 'keep-alive', side: true }, rate: 50 };
const capacity = { finding: { kind: 'found', held: 95, broke: 100, surelyBroke: 105 }, disturbance: null, connections: null } as const;
const knee = { of: '4 on', ceilingPerSecond: 4000, setting: 4, last: 8, decline: 0.2, tolerance: 0.05, limit: 'client' } as const;
const remarks: ExperimentRemark[] = [
  { kind: 'runDeleted', run, ending: null },
  { kind: 'runStopped', run, ending: { kind: 'stopped' } },
  { kind: 'runStoppedItself', run, ending: { kind: 'mostlyErrors', seconds: 60, failed: 90, finished: 100 } },
  { kind: 'waitsForWorkers', needed: 2, online: 1 },
  { kind: 'waitsForWorkers', needed: 2, online: 1, regions: ['us'] },
  { kind: 'replaced', gone: 'w1', by: 'w2' },
  { kind: 'shutDown' },
  { kind: 'runFailed', run, ending: { kind: 'workerLost', of: 2 } },
  { kind: 'noPlan' },
  { kind: 'noTargetCpu' },
  { kind: 'stoppedUnattended' },
  { kind: 'noWorker', seconds: 60 },
  { kind: 'tooFewWorkers', needed: 2, online: 1, seconds: 60 },
  { kind: 'tooFewWorkers', needed: 2, online: 0, seconds: 60, regions: ['eu', 'us'] },
  { kind: 'noise', runs: 3, noiseFloor: 0.02 },
  { kind: 'sweep', runs: 3, settings: 4 },
  { kind: 'knee', knee },
  { kind: 'levels', levels: [{ variant: 0, limit: 'client' }], names: ['4 on', '8 on'] },
  { kind: 'variants', runs: 3, undecided: true },
  { kind: 'capacity', capacity },
  { kind: 'stopped', runs: 1, of: 4 },
  { kind: 'broken', error: 'EOF' },
  { kind: 'ended', ending: { kind: 'notOpened', code: 'unreadable_secret', values: { field: 'token' } } },
];

async function claimed() {
  const variants = ['a', 'b'].map((name) => ({ name, plan: makePlan({ name }) }));
  const id = await queueExperiment(scene.db, { variants, repeats: 1 }, { runs: [] });
  const claim = await claimExperiment(scene.db, id, 'w1', secretKey);
  if (!claim) throw new Error('not claimed');
  return claim;
}

test('an experiment is stored as codes, its findings too, and read in the language of who reads', async () => {
  const first = await claimed();
  await scene.db.query(`UPDATE experiments SET heartbeat_at = now() - interval '13 s' WHERE id = $1`, [first.id]);
  const claim = await expect
    .poll(() => claimExperiment(scene.db, first.id, 'w2', secretKey), { timeout: 30_000 })
    .not.toBeNull()
    .then(() => ({ id: first.id, claim: first.claim + 1 }));
  await releaseExperiment(scene.db, claim, { kind: 'shutDown' });
  const result = {
    comparisons: [],
    noiseFloor: null,
    capacity: { rate: 95, interval: null, confirmed: true, sentence: '', code: capacity, limit: null, disturbed: null },
    knee: { variant: 0, sentence: '', code: knee },
  };
  expect(await finishExperiment(scene.db, claim, { state: 'completed', remarks, result })).toBe(true);
  const { rows } = await scene.db.query('SELECT state_reason, remarks, notes, incidents, result FROM experiments WHERE id = $1', [
    claim.id,
  ]);
  const incidents = [{ kind: 'workerLost', worker: 'w1', by: 'w2' }, { kind: 'shutDown' }];
  expect(rows).toEqual([{ state_reason: null, remarks, notes: [], incidents, result }]);
  const english = await findExperiment(scene.db, 'red', claim.id);
  expect(english?.remarks).toEqual([...remarks, ...incidents]);
  expect(english?.stateReason).toMatch(/The worker w1 was lost, and w2 went on\. Its worker was shut down, and another went on\.$/);
  expect([english?.capacity?.sentence, english?.knee?.sentence]).toEqual([
    expect.stringMatching(/holds, .* does not/),
    expect.stringMatching(/^Throughput reaches its limit of about \S+ at 4 on;/),
  ]);
  speakTo(() => 'pseudo');
  const foreign = await findExperiment(scene.db, 'red', claim.id);
  for (const said of [foreign?.stateReason, foreign?.capacity?.sentence, foreign?.knee?.sentence]) {
    expect(said).toContain('⟦');
    expect(outsideWords(said ?? '')).toBe('');
  }
});

test('beside a version before, an experiment says what that one wrote last', async () => {
  const claim = await claimed();
  await saveProgress(scene.db, claim, { remarks: [{ kind: 'waitsForWorkers', needed: 2, online: 1 }] });
  await scene.db.query(`UPDATE experiments SET state_reason = 'It goes on.', notes = notes || 'A worker went.'::text WHERE id = $1`, [
    claim.id,
  ]);
  expect((await findExperiment(scene.db, 'red', claim.id))?.stateReason).toBe('It goes on. A worker went.');
  await saveProgress(scene.db, claim, { remarks: [] });
  expect((await findExperiment(scene.db, 'red', claim.id))?.stateReason).toBe('A worker went.');
});
