/** Carries out one run: claim, check again, generate, relay, end it once. */

import { setTimeout as sleep } from 'node:timers/promises';
import { overCaps } from '@plimsoll/contracts/caps';
import type { Plan } from '@plimsoll/contracts/plan';
import { planUrl } from '@plimsoll/contracts/requests';
import type { Environment } from '@plimsoll/contracts/run';
import { judgeUrl } from '@plimsoll/contracts/target-policy';
import { usefulThreads } from '@plimsoll/engine/run-load';
import type { RunHint } from '@plimsoll/queue/backend';
import type { Db } from '@plimsoll/store/db';
import { type Claim, claimRun, type Finish, finishRun, markRunning } from '@plimsoll/store/run-life';
import { samplesOf } from '@plimsoll/store/samples';
import { StoreError } from '@plimsoll/store/store-error';
import { heldAgainstBaseline } from './baseline.ts';
import type { WorkerConfig } from './config.ts';
import type { DemoTargets } from './demo-launcher.ts';
import { endOfRun, figuresOf } from './finish.ts';
import { forkGenerator, type Generator } from './generator-process.ts';
import type { Logger } from './log.ts';
import { openRelay } from './relay.ts';

export interface CarryOutContext {
  readonly db: Db;
  readonly config: WorkerConfig;
  readonly workerId: string;
  readonly log: Logger;
  readonly demo: DemoTargets;
}

const nothing = { summary: null, validity: null, thresholds: [], environment: null } as const;

/** Resolves when the run is over or was not ours to take. `signal`: this worker is shutting down. */
export async function carryOut(context: CarryOutContext, hint: RunHint, signal: AbortSignal): Promise<void> {
  const log = context.log.child({ runId: hint.runId, attempt: hint.attempt });
  const claim = await claimed(context, hint);
  if (!claim) return log.debug('not ours: the run was taken, stopped or deleted before');
  log.info('claimed');
  const finish = refusal(context.config, claim.plan) ?? (await generated({ ...context, log }, hint, claim, signal));
  if (finish) await written(context, log, hint, finish);
}

async function claimed(context: CarryOutContext, { runId, attempt }: RunHint): Promise<Claim | null> {
  try {
    return await claimRun(context.db, runId, attempt, context.workerId, context.config.secretKey);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    await finishRun(context.db, runId, attempt, { ...nothing, state: 'start_failed', stateReason: error.message, endReason: 'failed' });
    return null;
  }
}

/** The caps and the target policy may have changed since the run was asked for. */
function refusal(config: WorkerConfig, plan: Plan): Finish | null {
  const refused = judgeUrl(config.targets, new URL(planUrl(plan)));
  if (refused) return { ...nothing, state: 'target_refused', stateReason: refused, endReason: 'target_refused' };
  const over = overCaps(plan, config.caps).map((problem) => problem.message);
  return over.length > 0 ? { ...nothing, state: 'start_failed', stateReason: over.join(' '), endReason: 'failed' } : null;
}

/** Null: the run is no longer ours, and what we know about its end counts for nothing. */
async function generated(context: CarryOutContext, hint: RunHint, claim: Claim, signal: AbortSignal): Promise<Finish | null> {
  const { db, log } = context;
  const { plan, teamId, hardDeadlineMs } = claim;
  let samples = 0;
  const generator = forkGenerator((sample) => {
    samples += 1;
    relay.add(sample);
  });
  const relay = openRelay(db, hint, {
    onHeard: (heardAtNs) => generator.heard(heardAtNs),
    onAnswer: (answer) => answer !== 'continue' && generator.stop('stopped'),
    onError: (error) => log.warn({ code: codeOf(error) }, 'the database is away; samples wait'),
  });
  const shutDown = () => generator.stop('stopped');
  signal.addEventListener('abort', shutDown, { once: true });
  const last = setTimeout(generator.kill, Math.min(hardDeadlineMs + 20_000, longestTimerMs));
  try {
    await context.demo.ensure(planUrl(plan));
    const environment = await started(context, hint, claim, generator, signal);
    const end = await generator.ended;
    log.info({ reason: end.reason, samples }, 'load ended');
    if ((await relay.drain()) === 'gone') return null;
    const kept = await persistently(log, () => samplesOf(db, teamId, hint.runId));
    const state = endOfRun(signal.aborted && end.reason === 'stopped' ? { ...end, message: shutDownSentence } : end, samples > 0);
    const figures = kept.length > 0 ? figuresOf(plan, kept) : { summary: null, validity: null, thresholds: [] };
    const finish = { ...state, ...figures, environment };
    const baseline = await persistently(log, () => heldAgainstBaseline(db, { teamId, runId: hint.runId }, finish, kept));
    return { ...finish, baseline };
  } finally {
    clearTimeout(last);
    signal.removeEventListener('abort', shutDown);
    relay.close();
    generator.kill();
  }
}

/** A timer of more milliseconds than this fires at once. */
const longestTimerMs = 2 ** 31 - 1;
const shutDownSentence = 'The worker was shut down while the run was under way. What was measured until then is kept.';

/** The environment, or null if the generator never came up: then `ended` says why. */
async function started(
  { db, config, workerId, log }: CarryOutContext,
  hint: RunHint,
  claim: Claim,
  generator: Generator,
  signal: AbortSignal,
): Promise<Environment | null> {
  const up = await generator.ready.catch(() => null);
  if (!up) return null;
  const heardAtNs = process.hrtime.bigint();
  const answer = await persistently(log, () => markRunning(db, hint.runId, hint.attempt));
  const threads = usefulThreads(claim.plan, config.threads);
  if (answer === 'gone') {
    generator.kill();
    return null;
  }
  const { plan, hardDeadlineMs } = claim;
  const order = { plan, runId: hint.runId, policy: config.targets, caps: config.caps, threads, hardDeadlineMs, workerId };
  if (answer === 'stop' || signal.aborted) generator.stop('stopped');
  generator.start(order, heardAtNs);
  return { ...up, worker: workerId, threads };
}

/** Ends the run, however long Postgres is away: nobody else knows how it ended. */
async function written(context: CarryOutContext, log: Logger, { runId, attempt }: RunHint, finish: Finish): Promise<void> {
  const ours = await persistently(log, () => finishRun(context.db, runId, attempt, finish));
  if (ours) log.info({ state: finish.state }, 'run ended');
  else log.warn('the run had been given up on before it ended here');
}

/** Repeats until Postgres answers; it gives up after two minutes, when the reaper has long had its say. */
async function persistently<T>(log: Logger, ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (tries >= 480) throw error;
      log.warn({ code: codeOf(error) }, 'the database is away; trying again');
      await sleep(250);
    }
  }
}

function codeOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return code ?? message ?? String(error);
}
