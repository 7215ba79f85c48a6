/** Starts what a schedule asks for, the ordinary way and with its author's rights of this moment, or says why not. */
import { isDemoAddress } from '@plimsoll/contracts/demo-service';
import type { Plan } from '@plimsoll/contracts/plan';
import { measureDrill, plantDelay, plantedSteps } from '@plimsoll/contracts/planted-delay';
import { planUrl } from '@plimsoll/contracts/requests';
import { isTerminal, type Run } from '@plimsoll/contracts/run';
import type { PlantedDrill, ScheduleReason } from '@plimsoll/contracts/schedule';
import { targetHost } from '@plimsoll/contracts/target-host';
import { askedExperiment } from '@plimsoll/store/asked-experiment';
import type { AuditActor } from '@plimsoll/store/audited';
import { baselineOfPlan } from '@plimsoll/store/baselines';
import type { Db } from '@plimsoll/store/db';
import { type DueSchedule, lockTargets, type Settled } from '@plimsoll/store/due-schedules';
import { openPlanOfSaved } from '@plimsoll/store/plans';
import { findRun } from '@plimsoll/store/runs';
import { judgeAuthor } from '../auth/author-rights.ts';
import type { ApiContext } from '../context.ts';
import { designExperiment, readyExperiment } from '../experiments/ask-experiment.ts';
import { notFound } from '../http/api-error.ts';
import { refuseUnfit } from '../plans/plan-intake.ts';
import { launchRun, type RunToLaunch } from '../runs/launch-run.ts';

/** A load that was started, to be told to the queue once its row is kept. */
export type Started = { readonly run: Run } | { readonly experimentId: string };

const waits: Settled & { readonly state: 'waiting' } = { state: 'waiting', reason: { kind: 'targetBusy' } };
const skipped = (reason: ScheduleReason): Settled & { readonly state: 'skipped' } => ({ state: 'skipped', reason });

/** Throws ApiError and StoreError as the ordinary checks do. `onStarted` hears of what will stand if the transaction does. */
export async function startScheduled(
  context: ApiContext,
  client: Db,
  due: DueSchedule,
  onStarted: (started: Started) => void,
): Promise<Settled> {
  const judged = await judgeAuthor(client, due, due.planId === null ? 'experiment.create' : 'run.create');
  if ('lost' in judged) return { state: 'skipped', reason: judged.lost, pauses: true };
  const by: AuditActor = { teamId: due.teamId, userId: judged.userId, tokenId: due.tokenId, address: null, agent: null };
  return due.planId === null ? startExperiment(context, client, due, by, onStarted) : startRun(context, client, due, by, onStarted);
}

type Start = (context: ApiContext, client: Db, due: DueSchedule, by: AuditActor, onStarted: (started: Started) => void) => Promise<Settled>;

const startRun: Start = async (context, client, due, by, onStarted) => {
  const { teamId, planId } = due;
  const saved = await openPlanOfSaved(client, teamId, planId ?? '', context.config.secretKey);
  if (!saved) throw notFound('plan');
  const targets = [targetHost(planUrl(saved))];
  const drill = due.drill === null ? null : await readyDrill(context, client, { ...due, drill: due.drill }, saved);
  if (drill && 'state' in drill) return drill;
  if (!(await lockTargets(client, targets))) return waits;
  const plan = drill?.plan ?? saved;
  await refuseUnfit(context, due, plan);
  const run = await launchRun(context, client, {
    by,
    plan,
    // A drill stays out of the plan's history, trend and badge.
    planId: drill ? null : planId,
    tags: {
      ...plan.tags,
      ...due.tags,
      ...(drill && { drill: drill.planted ? `+${Math.round(1000 * drill.planted.plantedShare) / 10}%` : '0' }),
    },
    details: { schedule: due.name },
    plantedDelayMs: drill?.plantedDelayMs,
  });
  onStarted({ run });
  if (drill && !drill.planted) return { ...referenceRuns, referenceRunId: run.id };
  return { state: 'started', runId: run.id, experimentId: null, targets, drill: drill?.planted ?? null };
};

const startExperiment: Start = async (context, client, due, by, onStarted) => {
  const { teamId, experimentId } = due;
  const former = await askedExperiment(client, teamId, experimentId ?? '', context.config.secretKey);
  if (!former) throw notFound('experiment');
  const targets = [...new Set(former.variants.map(({ plan }) => targetHost(planUrl(plan))))];
  if (!(await lockTargets(client, targets))) return waits;
  const insert = await readyExperiment(context, {
    by,
    ...(await designExperiment(context, due, former)),
    details: { schedule: due.name },
  });
  const { id } = await insert(client);
  onStarted({ experimentId: id });
  return { state: 'started', runId: null, experimentId: id, targets, drill: null };
};

const referenceRuns: Settled & { readonly state: 'waiting' } = { state: 'waiting', reason: { kind: 'drillReference' } };

/** A run of a drill. `planted` is null in the one that has nothing planted, `plantedDelayMs` is absent where the demo target waits by itself. */
interface ReadyDrill extends Pick<RunToLaunch, 'plan' | 'plantedDelayMs'> {
  readonly planted: PlantedDrill | null;
}

type Readying = (
  context: ApiContext,
  client: Db,
  due: DueSchedule & { readonly drill: number },
  plan: Plan,
) => Promise<ReadyDrill | Exclude<Settled, { state: 'started' }>>;

/** What the drill starts now. The demo target has a knob; on the way to any other stands a relay, whose own cost a run without the delay has, too. */
const readyDrill: Readying = (context, client, due, plan) => {
  const ready = isDemoAddress(new URL(planUrl(plan)), context.config.demoPort) ? readyDemoDrill : readyRelayDrill;
  return ready(context, client, due, plan);
};

const readyDemoDrill: Readying = async (_context, client, { teamId, planId, drill }, plan) => {
  const baseline = await baselineOfPlan(client, teamId, planId ?? '');
  const p50Us = baseline?.run.summary?.responseTime.p50Us ?? null;
  if (p50Us === null) return skipped({ kind: 'drillNoBaseline' });
  const planted = measureDrill(drill, p50Us, plantedSteps.demo);
  return planted ? { plan: plantDelay(plan, planted.plantedMs), planted } : skipped({ kind: 'drillTooFine', p50Us });
};

const readyRelayDrill: Readying = async (_context, client, { teamId, drill, referenceRunId }, plan) => {
  if (referenceRunId === null) return { plan, planted: null, plantedDelayMs: 0 };
  const reference = await findRun(client, teamId, referenceRunId);
  if (reference && !isTerminal(reference.state)) return referenceRuns;
  const p50Us = reference?.state === 'completed' ? (reference.summary?.responseTime.p50Us ?? null) : null;
  if (p50Us === null) return skipped({ kind: 'drillReferenceFailed' });
  const planted = measureDrill(drill, p50Us, plantedSteps.relay);
  return planted ? { plan, planted, plantedDelayMs: planted.plantedMs } : skipped({ kind: 'drillTooFine', p50Us });
};
