/** Starts what a schedule asks for, the ordinary way and with its author's rights of this moment, or says why not. */
import { isDemoAddress } from '@plimsoll/contracts/demo-service';
import type { Plan } from '@plimsoll/contracts/plan';
import { measureDrill, plantDelay } from '@plimsoll/contracts/planted-delay';
import { planUrl } from '@plimsoll/contracts/requests';
import type { Run } from '@plimsoll/contracts/run';
import type { PlantedDrill, ScheduleReason } from '@plimsoll/contracts/schedule';
import { targetHost } from '@plimsoll/contracts/target-host';
import { askedExperiment } from '@plimsoll/store/asked-experiment';
import type { AuditActor } from '@plimsoll/store/audited';
import { baselineOfPlan } from '@plimsoll/store/baselines';
import type { Db } from '@plimsoll/store/db';
import { type DueSchedule, lockTargets, type Settled } from '@plimsoll/store/due-schedules';
import { openPlanOfSaved } from '@plimsoll/store/plans';
import { judgeAuthor } from '../auth/author-rights.ts';
import type { ApiContext } from '../context.ts';
import { designExperiment, readyExperiment } from '../experiments/ask-experiment.ts';
import { notFound } from '../http/api-error.ts';
import { refuseUnfit } from '../plans/plan-intake.ts';
import { launchRun } from '../runs/launch-run.ts';

/** A load that was started, to be told to the queue once its row is kept. */
export type Started = { readonly run: Run } | { readonly experimentId: string };

const waits: Settled = { state: 'waiting', reason: { kind: 'targetBusy' } };
const skipped = (reason: ScheduleReason): Settled => ({ state: 'skipped', reason });

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
  if (!(await lockTargets(client, targets))) return waits;
  const drill = due.drill === null ? null : await readyDrill(context, client, due, saved);
  if (drill && 'kind' in drill) return skipped(drill);
  const plan = drill ? plantDelay(saved, drill.plantedMs) : saved;
  await refuseUnfit(context, due, plan);
  const run = await launchRun(context, client, {
    by,
    plan,
    // A drill stays out of the plan's history, trend and badge.
    planId: drill ? null : planId,
    tags: { ...plan.tags, ...due.tags, ...(drill && { drill: `+${Math.round(1000 * drill.plantedShare) / 10}%` }) },
    details: { schedule: due.name },
  });
  onStarted({ run });
  return { state: 'started', runId: run.id, experimentId: null, targets, drill };
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

/** The delay to plant: a share of the baseline's p50, in the demo target. */
async function readyDrill(
  { config }: ApiContext,
  client: Db,
  { teamId, planId, drill }: DueSchedule,
  plan: Plan,
): Promise<PlantedDrill | Extract<ScheduleReason, { kind: 'drillNotDemo' | 'drillNoBaseline' | 'drillTooFine' }>> {
  if (!isDemoAddress(new URL(planUrl(plan)), config.demoPort)) return { kind: 'drillNotDemo' };
  const baseline = await baselineOfPlan(client, teamId, planId ?? '');
  const p50Us = baseline?.run.summary?.responseTime.p50Us ?? null;
  if (p50Us === null) return { kind: 'drillNoBaseline' };
  return measureDrill(drill ?? 0, p50Us) ?? { kind: 'drillTooFine', p50Us };
}
