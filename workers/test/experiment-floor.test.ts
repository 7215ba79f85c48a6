/** The noise that an experiment reckons with: the floor of its plan, by the rule that comparisons and baseline verdicts keep. */
import { type Analysis, openAnalysis } from '@plimsoll/analysis/open-analysis';
import type { ExperimentKind } from '@plimsoll/contracts/experiment-list';
import { type PlanInput, planSchema } from '@plimsoll/contracts/plan';
import { type Sample, unknownMachine } from '@plimsoll/contracts/sample';
import { describeEnvironment } from '@plimsoll/engine/environment';
import { emptyHistogram, encode } from '@plimsoll/statistics/histogram';
import { computeNoiseFloor } from '@plimsoll/statistics/noise-floor';
import type { StepRow } from '@plimsoll/store/experiment-row';
import { savePlan } from '@plimsoll/store/plans';
import { type Claim, claimRun } from '@plimsoll/store/run-claim';
import { readyShard } from '@plimsoll/store/run-shards';
import { insertRun } from '@plimsoll/store/runs';
import { appendSamples, readSamples } from '@plimsoll/store/samples';
import { startWitness, type Witness } from '@plimsoll/testbed/witness';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFindings } from '../src/experiment/findings.ts';
import { finishShard } from '../src/run/finish-shard.ts';
import { secretKey, teamId, useStack } from './support.ts';

const stack = useStack();
let witness: Witness;
let analysis: Analysis;
let planId: string;
let steps: StepRow[];
/** Runs of the plan that are no part of the experiment. */
const history: string[] = [];
const input = (url: string): PlanInput => ({
  version: 1,
  name: 'floor',
  target: { url },
  load: { model: 'open', rate: 100, duration: '2s', maxConnections: 5 },
});
beforeAll(async () => {
  witness = await startWitness();
  analysis = openAnalysis({ databaseUrl: stack.databaseUrl });
  const worker = await stack.worker();
  const made = await stack.finished((await stack.launch(input(witness.url))).id, 45_000);
  worker.kill('SIGKILL');
  const measured = (await readSamples(stack.db, teamId, made.id))[0] as Sample;
  // Made on a machine that is fit to measure, whatever this one is doing.
  const second: Sample = {
    ...measured,
    planned: measured.sent,
    dropped: 0,
    histograms: { ...measured.histograms, sendLateness: encode(emptyHistogram()) },
    generator: { cpu: 0.1, eventLoopDelayP99Us: 100, eventLoopUtilisation: 0.1, rssBytes: 1, clockDriftMs: 0, ...unknownMachine },
  };
  const plan = planSchema.parse(input(witness.url));
  planId = (await savePlan(stack.db, { teamId, userId: 'user-1', plan, secretKey })).id;
  for (let i = 0; i < 6; i++) history.push(await finished(plan, { ...second, lengthMs: 1000 + 5 * i }));
  // Far from the others: with them in the history, this setup could see nothing.
  const compared = [await finished(plan, { ...second, lengthMs: 1000 }), await finished(plan, { ...second, lengthMs: 1900 })];
  steps = await Promise.all(compared.map((id, position) => stepOf(id, position)));
});
afterAll(async () => {
  await analysis.close();
  await witness.close();
});

async function finished(plan: ReturnType<typeof planSchema.parse>, second: Sample): Promise<string> {
  const asked = { teamId, userId: 'user-1', plan, planId, expectedDurationMs: 2000, caps: null, secretKey };
  const { id } = await insertRun(stack.db, asked);
  const claim = (await claimRun(stack.db, id, 1, 'here', secretKey)) as Claim;
  await readyShard(stack.db, claim, describeEnvironment('undici'), 0);
  const samples = Array.from({ length: 12 }, (_, at) => ({ ...second, second: at }));
  await appendSamples(stack.db, id, 1, 0, samples);
  const log = pino({ level: 'silent' });
  await finishShard({ db: stack.db, analysis, log }, claim, {
    state: 'completed',
    reason: 'duration',
    ending: { kind: 'stagesDone' },
  });
  return id;
}

async function stepOf(runId: string, position: number): Promise<StepRow> {
  const { state, summary, validity, thresholds } = await stack.find(runId);
  const row = {
    position,
    variant: position,
    rate: null,
    number: null,
    run_id: runId,
    inserted_at: new Date(),
    state_reason: null,
    ending: null,
    turns: null,
  };
  return { ...row, state, summary, validity, thresholds };
}

async function floorIn(kind: ExperimentKind, from: string | null): Promise<number | null | undefined> {
  const plan = planSchema.parse(input(witness.url));
  const experiment = {
    id: 'experiment',
    claim: 1,
    teamId,
    userId: null,
    requestId: null,
    traceParent: null,
    kind,
    planId: from,
    variants: [
      { name: 'one', plan },
      { name: 'other', plan },
    ],
    repeats: 1,
    coolDown: '0s',
    extendTo: null,
    design: 'runs' as const,
    detect: 0.03,
    power: null,
    judgedBefore: 0,
    search: null,
    restart: null,
    designReason: null,
  };
  const { comparisons } = await openFindings(analysis, experiment).of(steps, true);
  expect(comparisons).toHaveLength(1);
  expect(comparisons[0]?.result.base.points.length).toBeGreaterThan(0);
  return comparisons[0]?.result.noiseFloor;
}

test('an A/B of a saved plan is held to the floor that its history taught, without the runs it compares', async () => {
  const runs = await Promise.all(history.map((id) => stack.find(id)));
  for (const { validity } of runs) expect(validity?.stamp, validity?.reasons.join(' ')).toBe('valid');
  const learned = computeNoiseFloor(runs.flatMap(({ summary }) => (summary ? [summary] : [])));
  expect(learned?.relative).toBeGreaterThan(0);
  expect(learned?.relative).toBeLessThan(0.03);
  expect(await floorIn('ab', planId)).toBe(learned?.relative);
});

test('an A/A, which measures the floor, and an experiment without a saved plan are given none', async () => {
  expect(await floorIn('aa', planId)).toBeNull();
  expect(await floorIn('ab', null)).toBeNull();
});

test('the floor that an A/A measured goes before what was learned', async () => {
  await stack.db.query('UPDATE plans SET noise_floor = 0.25 WHERE id = $1', [planId]);
  expect(await floorIn('ab', planId)).toBe(0.25);
});
