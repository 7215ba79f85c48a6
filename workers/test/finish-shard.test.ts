/** Ending a run: what is computed about it is computed elsewhere, and what cannot be computed is not tried for minutes. */
import { type Analysis, openAnalysis } from '@plimsoll/analysis/open-analysis';
import type { PlanInput } from '@plimsoll/contracts/plan';
import type { Sample } from '@plimsoll/contracts/sample';
import { describeEnvironment } from '@plimsoll/engine/environment';
import { summarise } from '@plimsoll/statistics/summary';
import { type Claim, claimRun } from '@plimsoll/store/run-claim';
import { readyShard, type ShardEnd } from '@plimsoll/store/run-shards';
import { appendSamples, readSamples } from '@plimsoll/store/samples';
import { longestGaps } from '@plimsoll/testbed/longest-gaps';
import { startWitness, type Witness } from '@plimsoll/testbed/witness';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { finishShard } from '../src/run/finish-shard.ts';
import { secretKey, teamId, useStack } from './support.ts';

const stack = useStack();
let witness: Witness;
let analysis: Analysis;
let plan: PlanInput;
/** One second of a run that was really made. */
let second: Sample;
beforeAll(async () => {
  witness = await startWitness();
  analysis = openAnalysis({ databaseUrl: stack.databaseUrl });
  const requests = Array.from({ length: 8 }, (_, i) => ({ name: `request ${i}`, url: witness.url }));
  plan = { version: 1, name: 'finish', requests, load: { model: 'open', rate: 200, duration: '2s', maxConnections: 5 } };
  const worker = await stack.worker();
  const made = await stack.finished((await stack.launch(plan)).id, 45_000);
  worker.kill('SIGKILL');
  second = (await readSamples(stack.db, teamId, made.id))[0] as Sample;
});
afterAll(async () => {
  await analysis.close();
  await witness.close();
});

const completed: ShardEnd = { state: 'completed', reason: 'duration', ending: { kind: 'stagesDone' } };

/** A run whose load of so many seconds is over, as this worker has it. */
async function measured(seconds: number): Promise<{ claim: Claim; samples: Sample[] }> {
  const { id } = await stack.launch(plan, { hint: false });
  const claim = (await claimRun(stack.db, id, 1, 'here', secretKey)) as Claim;
  await readyShard(stack.db, claim, describeEnvironment('undici'), 0);
  const samples = Array.from({ length: seconds }, (_, at) => ({ ...second, second: at }));
  for (let at = 0; at < seconds; at += 300) await appendSamples(stack.db, id, 1, 0, samples.slice(at, at + 300));
  return { claim, samples };
}

/** A run that these workers made together, as each has its share of three seconds. */
async function madeBy(workers: readonly string[]): Promise<{ id: string; claims: Claim[] }> {
  const { id } = await stack.launch({ ...plan, generators: workers.length }, { hint: false });
  const claims: Claim[] = [];
  for (const worker of workers) claims.push((await claimRun(stack.db, id, 1, worker, secretKey)) as Claim);
  for (const claim of claims) await readyShard(stack.db, claim, describeEnvironment('undici'), 0);
  const samples = [0, 1, 2].map((at) => ({ ...second, second: at }));
  for (const { shard } of claims) await appendSamples(stack.db, id, 1, shard, samples);
  return { id, claims };
}

/** A logger, and what it was told. */
function openTestLog() {
  const lines: { level: number; msg: string }[] = [];
  return { lines, log: pino({ level: 'debug' }, { write: (line: string) => lines.push(JSON.parse(line)) }) };
}

test('an hour-long run is finished while heartbeats go on, with the figures that its samples give', async () => {
  const { claim, samples } = await measured(3600);
  const expected = summarise(samples);
  const { processor: blocking } = await longestGaps(async () => summarise(await readSamples(stack.db, teamId, claim.runId)));
  const gaps = await longestGaps(() => finishShard({ db: stack.db, analysis, log: openTestLog().log }, claim, completed));
  console.log(`computing takes ${Math.round(blocking)} ms; longest gaps of the event loop meanwhile:`, gaps);
  expect(gaps.processor).toBeLessThan(blocking / 3);
  const done = await stack.find(claim.runId);
  expect(done).toMatchObject({ state: 'completed', ending: completed.ending });
  expect(done.summary).toEqual(JSON.parse(JSON.stringify(expected)));
});

test('figures that cannot be computed end the run at once, with the reason, and nothing is tried again', async () => {
  const { claim } = await measured(5);
  await stack.db.query(`UPDATE samples SET response_time = '\\x00' WHERE run_id = $1 AND second = 2`, [claim.runId]);
  const { log, lines } = openTestLog();
  const started = performance.now();
  await finishShard({ db: stack.db, analysis, log }, claim, completed);
  expect(performance.now() - started).toBeLessThan(5000);
  const done = await stack.find(claim.runId);
  expect(done).toMatchObject({ state: 'worker_lost', summary: null, validity: null });
  expect(done.stateReason).toMatch(/^All stages are done\. The run's figures could not be computed \(.+\)\. The samples are kept/);
  expect(lines.filter(({ msg }) => msg.includes('trying again'))).toEqual([]);
  expect(lines.filter(({ level }) => level >= 50)).toHaveLength(1);
});

test('a database that is away is asked again until it answers', async () => {
  const { claim } = await measured(5);
  const { log, lines } = openTestLog();
  let asked = 0;
  const away: Pick<Analysis, 'judgeFinishedRun'> = {
    judgeFinishedRun: async (question) => {
      asked += 1;
      // Postgres answers this while it starts; the connection is real all the same.
      if (asked < 3)
        await stack.db.query(`DO $$ BEGIN RAISE EXCEPTION 'the database system is starting up' USING ERRCODE = '57P03'; END $$`);
      return analysis.judgeFinishedRun(question);
    },
  };
  await finishShard({ db: stack.db, analysis: away, log }, claim, completed);
  expect(asked).toBe(3);
  // An outage is told once, not at each try.
  expect(lines.filter(({ msg }) => msg.includes('trying again'))).toHaveLength(1);
  expect((await stack.find(claim.runId)).state).toBe('completed');
});

test('of several regions each that lost a generator is named and stamped, and no other', async () => {
  const regions = ['eu', 'us', 'asia'].map((label) => ({ label, n: 1 }));
  const labels = regions.map(({ label }) => label);
  const { id, claims } = await madeBy(labels);
  const ofRegions = (all: readonly Claim[]) => all.map((claim) => ({ ...claim, plan: { ...claim.plan, generators: regions } }));
  const lost = ({ shard }: Claim): ShardEnd => {
    const ending = { kind: 'processEnded', how: 'SIGKILL', last: '' } as const;
    const place = { number: shard + 1, of: regions.length, region: regions[shard]?.label ?? '' };
    return { state: 'worker_lost', reason: 'failed', ending: { kind: 'ofGenerator', ...place, ending } };
  };
  const [eu, us, asia] = ofRegions(claims) as [Claim, Claim, Claim];
  const { log } = openTestLog();
  for (const claim of [us, asia]) await finishShard({ db: stack.db, analysis, log }, claim, lost(claim));
  const stopped: ShardEnd = { state: 'stopped', reason: 'stopped', ending: { kind: 'stopped' } };
  await finishShard({ db: stack.db, analysis, log }, eu, stopped);
  const { state, ending, validity, summary } = await stack.find(id);
  expect([state, ending]).toEqual(['worker_lost', lost(us).ending]);
  expect(validity?.stamp).toBe('invalid');
  expect(validity?.findings.filter(({ kind }) => kind === 'generator_lost')).toEqual([
    { kind: 'generator_lost', region: 'us' },
    { kind: 'generator_lost', region: 'asia' },
  ]);
  // The second was really made, so a busy machine may stamp it by itself: the same seconds with no generator lost say how.
  const whole = await madeBy(labels);
  for (const claim of ofRegions(whole.claims)) await finishShard({ db: stack.db, analysis, log }, claim, stopped);
  const unharmed = (await stack.find(whole.id)).summary?.byRegion?.[0]?.stamp;
  expect(summary?.byRegion?.map(({ label, stamp }) => [label, stamp])).toEqual([
    ['eu', unharmed],
    ['us', 'invalid'],
    ['asia', 'invalid'],
  ]);
});

test('lost generators are counted, in a run without regions and in a region', async () => {
  const lost: ShardEnd = { state: 'worker_lost', reason: 'failed', ending: { kind: 'processEnded', how: 'SIGKILL', last: '' } };
  const findingsOf = async (generators: Claim['plan']['generators']) => {
    const { id, claims } = await madeBy(['a', 'b', 'c']);
    const { log } = openTestLog();
    const ends = [lost, lost, completed];
    for (const [at, claim] of claims.entries())
      await finishShard({ db: stack.db, analysis, log }, { ...claim, plan: { ...claim.plan, generators } }, ends[at] as ShardEnd);
    return (await stack.find(id)).validity;
  };
  const whole = await findingsOf(3);
  expect(whole).toMatchObject({ stamp: 'invalid', findings: expect.arrayContaining([{ kind: 'generator_lost', lost: 2 }]) });
  expect(whole?.reasons.join(' ')).toContain('2 generators ended before their loads did');
  const shared = await findingsOf([
    { label: 'eu', n: 2 },
    { label: 'us', n: 1 },
  ]);
  expect(shared?.findings.filter(({ kind }) => kind === 'generator_lost')).toEqual([{ kind: 'generator_lost', region: 'eu', lost: 2 }]);
});

test('a load whose connections could not be closed was made, and is not stamped as one that was lost', async () => {
  const { claim } = await measured(3);
  const ending = { kind: 'connectionsNotClosed', error: 'Error: no' } as const;
  const failed: ShardEnd = { state: 'worker_lost', reason: 'failed', ending };
  await finishShard({ db: stack.db, analysis, log: openTestLog().log }, claim, failed);
  const { validity } = await stack.find(claim.runId);
  expect(validity?.stamp).not.toBe('valid');
  expect(validity?.findings[0]).toEqual({ kind: 'connections_not_closed' });
  expect(validity?.findings.map(({ kind }) => kind)).not.toContain('generator_lost');
  // Beside one that was lost each is told, in its region.
  const { id, claims } = await madeBy(['a', 'b']);
  const regions = ['eu', 'us'].map((label) => ({ label, n: 1 }));
  const ends: ShardEnd[] = [
    { ...failed, ending: { kind: 'ofGenerator', number: 1, of: 2, region: 'eu', ending } },
    { ...failed, ending: { kind: 'processEnded', how: 'SIGKILL', last: '' } },
  ];
  const { log } = openTestLog();
  for (const [at, one] of claims.entries())
    await finishShard({ db: stack.db, analysis, log }, { ...one, plan: { ...one.plan, generators: regions } }, ends[at] as ShardEnd);
  const both = (await stack.find(id)).validity;
  expect([both?.stamp, ...(both?.findings.slice(0, 2) ?? [])]).toEqual([
    'invalid',
    { kind: 'generator_lost', region: 'us' },
    { kind: 'connections_not_closed', region: 'eu' },
  ]);
});
