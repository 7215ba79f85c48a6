/** Starts a run the ordinary way, whoever asks: the API, a schedule, a hook. Its checks, the row, the entry in the audit log; the queue's hint comes after. */

import type { AuditDetails } from '@plimsoll/contracts/audit';
import { type Plan, runLengthMs } from '@plimsoll/contracts/plan';
import { countGenerators } from '@plimsoll/contracts/planned-generators';
import type { Run } from '@plimsoll/contracts/run';
import { type AuditActor, audited } from '@plimsoll/store/audited';
import type { Db } from '@plimsoll/store/db';
import { insertRun } from '@plimsoll/store/runs';
import type { FastifyBaseLogger } from 'fastify';
import type { ApiContext } from '../context.ts';
import { refuseTooFewWorkers } from '../plans/plan-intake.ts';
import { giveHint } from '../queue/give-hint.ts';

export interface RunToLaunch {
  readonly by: AuditActor;
  /** With its secrets in the open, and fit: `refuseUnfit` was asked. */
  readonly plan: Plan;
  readonly planId: string | null;
  /** Left out: the plan's. */
  readonly tags?: Record<string, string> | undefined;
  readonly note?: string | undefined;
  readonly requestId?: string | undefined;
  /** Of a drill by way of a relay: ms by which it holds each answer. */
  readonly plantedDelayMs?: number | undefined;
  /** What the audit log says beside it. */
  readonly details?: AuditDetails;
  /** In the transaction, once its row is there; what it throws undoes it. */
  readonly reserved?: (inside: Db, id: string) => Promise<void>;
}

/** Inserts the run; throws ApiError and StoreError as the checks and the caps say. */
export async function launchRun(
  { config, traces }: ApiContext,
  db: Db,
  { by, plan, details = {}, reserved, ...asked }: RunToLaunch,
): Promise<Run> {
  await refuseTooFewWorkers(config, db, plan);
  const { teamId, userId } = by;
  const { caps, secretKey } = config;
  return audited(
    db,
    by,
    { action: 'run.create', details },
    async (inside) => {
      const { traceParent } = traces.here();
      const run = await insertRun(inside, {
        ...asked,
        teamId,
        userId,
        plan,
        expectedDurationMs: runLengthMs(plan),
        caps,
        secretKey,
        traceParent,
      });
      traces.here().set({ 'plimsoll.run_id': run.id });
      await reserved?.(inside, run.id);
      return run;
    },
    ({ id, plan: { name } }) => ({ what: { kind: 'run', id, name } }),
  );
}

/** After its row is kept. */
export function announceRun({ queue }: ApiContext, log: FastifyBaseLogger, { id, attempt, plan }: Run): void {
  log.info({ runId: id }, 'run queued');
  giveHint(queue, log, { kind: 'run', runId: id, attempt }, countGenerators(plan.generators));
}
