/** Asks for an experiment the ordinary way, whoever asks: the API or a schedule. Its checks, the row, the entry in the audit log; the queue's hint comes after. */
import type { AuditDetails } from '@plimsoll/contracts/audit';
import { chooseDesign, type DesignReason, roundSeconds, roundsToExtendTo } from '@plimsoll/contracts/design';
import { type CreateExperiment, type Experiment, mostRepeats } from '@plimsoll/contracts/experiment';
import { firstRuns } from '@plimsoll/statistics/interleave';
import { type AuditActor, audited } from '@plimsoll/store/audited';
import type { Db } from '@plimsoll/store/db';
import { insertExperiment } from '@plimsoll/store/experiments';
import { ceilingOfPlan } from '@plimsoll/store/plan-ceiling';
import type { FastifyBaseLogger } from 'fastify';
import type { Caller } from '../auth/caller.ts';
import type { ApiContext } from '../context.ts';
import { giveHint } from '../queue/give-hint.ts';
import { experimentName, takeExperiment } from './experiment-intake.ts';

/** An experiment that passed the ordinary checks, with its design. */
export interface DesignedToAsk {
  readonly experiment: CreateExperiment;
  readonly designReason: DesignReason;
}

export interface ExperimentToAsk extends DesignedToAsk {
  readonly by: AuditActor;
  readonly requestId?: string;
  /** What the audit log says beside it. */
  readonly details?: AuditDetails;
  /** In the transaction, once its row is there; what it throws undoes it. */
  readonly reserved?: (inside: Db, id: string) => Promise<void>;
}

/** Chooses the design and checks what is asked for. Throws ApiError at the field that cannot be taken. */
export async function designExperiment(
  context: ApiContext,
  caller: Pick<Caller, 'teamId'>,
  body: CreateExperiment,
): Promise<DesignedToAsk> {
  const { planId } = body;
  const { design, reason } = chooseDesign(body, planId === undefined ? null : await ceilingOfPlan(context.db, caller.teamId, planId));
  return { experiment: await takeExperiment(context, caller, { ...body, design }), designReason: reason };
}

/** The answer inserts it, on any client; throws StoreError as the caps say. */
export async function readyExperiment(
  context: ApiContext,
  { by, experiment, designReason, requestId, details, reserved }: ExperimentToAsk,
): Promise<(db: Db) => Promise<Experiment>> {
  const { secretKey, caps } = context.config;
  const { teamId, userId } = by;
  const runs = firstRuns(experiment).map((variant) => ({ variant, rate: null }));
  const name = experimentName(experiment);
  const power = await foreseen(context, teamId, experiment);
  return (db) =>
    audited(
      db,
      by,
      { action: 'experiment.create' },
      async (inside) => {
        const { traceParent } = context.traces.here();
        const asked = {
          teamId,
          userId,
          name,
          experiment,
          designReason,
          runs,
          power,
          secretKey,
          caps,
          traceParent,
          ...(requestId && { requestId }),
        };
        const inserted = await insertExperiment(inside, asked);
        context.traces.here().set({ 'plimsoll.experiment_id': inserted.id });
        await reserved?.(inside, inserted.id);
        return inserted;
      },
      ({ id }) => ({ what: { kind: 'experiment', id, name }, details: { kind: experiment.kind, ...details } }),
    );
}

/** What the plan's history tells that it will see; null where it tells nothing, or nobody could read it. */
async function foreseen({ analysis }: ApiContext, teamId: string, experiment: CreateExperiment): Promise<Experiment['power']> {
  const { planId, variants, repeats, detect, design } = experiment;
  if (planId === undefined || experiment.kind !== 'ab' || (design !== 'together' && design !== 'turns')) return null;
  const seconds = variants[0] ? roundSeconds(variants[0].plan, design, variants.length) : null;
  if (seconds === null) return null;
  const rounds = {
    design,
    roundSeconds: seconds,
    repeats,
    mostRepeats: roundsToExtendTo(experiment, mostRepeats) ?? repeats,
    candidates: Math.max(1, variants.length - 1),
    detect,
  };
  return analysis.planPower({ teamId, planId, ...rounds }).then(
    ({ power }) => power,
    () => null,
  );
}

/** After its row is kept. */
export function announceExperiment({ queue }: ApiContext, log: FastifyBaseLogger, { id }: Pick<Experiment, 'id'>): void {
  log.info({ experimentId: id }, 'experiment queued');
  giveHint(queue, log, { kind: 'experiment', experimentId: id });
}
