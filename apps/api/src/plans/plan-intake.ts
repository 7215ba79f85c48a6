/** Judges a posted plan before it is kept or run: its secrets are whole, its target allowed, its size under the caps. */

import { findLack, generatorsText, type PoolWorker } from '@plimsoll/contracts/generators';
import type { Plan } from '@plimsoll/contracts/plan';
import { findSecrets, hideSecrets, mapSecrets, type PlanSecret } from '@plimsoll/contracts/plan-secrets';
import { countGenerators, type Region } from '@plimsoll/contracts/planned-generators';
import { type FieldProblem, jsonPointer, maskedSecret } from '@plimsoll/contracts/problem';
import { planUrl, requestPath } from '@plimsoll/contracts/requests';
import { judgeUrl } from '@plimsoll/contracts/target-policy';
import type { Db } from '@plimsoll/store/db';
import { openPlanOfSaved } from '@plimsoll/store/plans';
import { openPlanOfRun } from '@plimsoll/store/runs';
import { countWorkers, listPoolWorkers } from '@plimsoll/store/workers-online';
import { capProblems } from '@plimsoll/wording/cap-problems';
import { problemWords } from '@plimsoll/wording/en/problem';
import { refusalSentence } from '@plimsoll/wording/refusal-sentence';
import type { Caller } from '../auth/caller.ts';
import type { ApiConfig } from '../config.ts';
import type { ApiContext } from '../context.ts';
import { ApiError, notFound } from '../http/api-error.ts';
import { readTeamPolicy } from '../team/team-policy.ts';

/** Refuses a plan that may not run here for this team. Pointers start at `/plan`. */
export async function refuseUnfit(context: ApiContext, { teamId }: Pick<Caller, 'teamId'>, plan: Plan): Promise<void> {
  const { bodies, config } = context;
  const policy = await readTeamPolicy(context, teamId);
  const refused = judgeUrl(policy, new URL(planUrl(plan)));
  if (refused) {
    const message = refusalSentence(refused);
    throw new ApiError('target_refused', message, [{ field: `/plan${jsonPointer(requestPath(plan, 0))}/url`, message }]);
  }
  for (const [index, { url }] of plan.resources.scrape.entries()) {
    const unscraped = judgeUrl(policy, new URL(url));
    if (!unscraped) continue;
    const message = refusalSentence(unscraped);
    throw new ApiError('target_refused', message, [{ field: `/plan/resources/scrape/${index}/url`, message }]);
  }
  // The answer of reflection is known only when the run begins.
  if (plan.target?.grpc && !plan.target.grpc.reflection) await bodies.judgeCall(plan.target.grpc, '/plan/target/grpc');
  const over = capProblems(plan, config.caps).map((problem) => ({ ...problem, field: `/plan${problem.field}` }));
  if (over.length > 0) throw new ApiError('over_cap', over[0]?.message ?? problemWords.title.over_cap, over);
}

type Pools = ApiConfig['pools'];

/** Refuses a run that more workers are to make than there are, and than its pools may bring up: it would wait for them in vain. One worker may come later. */
export async function refuseTooFewWorkers({ pools }: Pick<ApiConfig, 'pools'>, db: Db, plan: Plan): Promise<void> {
  if (typeof plan.generators !== 'number') return refuseTooFewInRegions(pools, db, plan.generators);
  const {
    generators,
    workers: { label },
  } = plan;
  const most = pools.find((pool) => pool.label === (label ?? ''))?.mostWorkers ?? 0;
  const online = generators > Math.max(1, most) ? await countWorkers(db, label) : generators;
  if (online >= generators) return;
  const message =
    label === null
      ? problemWords.plan.tooFewWorkers({ generators, count: online })
      : problemWords.plan.tooFewOfPool({ generators, label, count: online });
  const hint = problemWords.plan.tooFewWorkersHint;
  throw new ApiError('not_enough_workers', message, [
    {
      field: '/plan/generators',
      message,
      got: String(generators),
      allowed: problemWords.plan.atMostNow({ most: Math.max(online, most) }),
      hint,
    },
  ]);
}

/** Workers that pools may bring up beside those that are online. */
function listToCome(pools: Pools, online: readonly PoolWorker[]): PoolWorker[] {
  return pools.flatMap(({ label, mostWorkers }) => {
    const there = online.filter(({ labels }) => labels.includes(label)).length;
    return Array.from({ length: Math.max(0, mostWorkers - there) }, (_, nth) => ({ id: `${label}:${nth}`, labels: [label] }));
  });
}

/** The same of regions: names the first that lacks workers. A worker of two pools counts for one of them. */
async function refuseTooFewInRegions(pools: Pools, db: Db, regions: readonly Region[]): Promise<void> {
  const online = countGenerators([...regions]) > 1 ? await listPoolWorkers(db) : [];
  const lack = findLack(regions, [...online, ...listToCome(pools, online)]);
  if (!lack || countGenerators([...regions]) === 1) return;
  const { at, n, label, most } = lack;
  const message =
    most < n
      ? problemWords.plan.tooFewOfPool({ generators: n, label, count: most })
      : problemWords.plan.tooFewOfRegions({ regions: generatorsText([...regions]), label });
  const hint = problemWords.plan.tooFewWorkersHint;
  throw new ApiError('not_enough_workers', message, [
    {
      field: `/plan/generators/${at}/n`,
      message,
      got: String(n),
      allowed: problemWords.plan.atMostNow({ most: Math.min(most, n - 1) }),
      hint,
    },
  ]);
}

function isMasked({ parts }: PlanSecret): boolean {
  return parts.some(({ value }) => value === maskedSecret);
}

/**
 * The posted field with its masks replaced by what is kept. A text that was edited around them keeps those whose name is the only one of
 * its kind; data rows must be as they were shown, or a secret could go to another row. Undefined: one of them cannot be told.
 */
function unmasked(posted: PlanSecret, kept: PlanSecret): string | undefined {
  if (posted.value === hideSecrets(kept)) return kept.value;
  if (posted.path[0] === 'data') return undefined;
  const find = (key: string) => {
    const several = [...posted.parts, ...kept.parts].some((part) => part.key === key.replace(/#0$/, '#1'));
    return several ? undefined : kept.parts.find((part) => part.key === key)?.value;
  };
  if (posted.parts.some(({ key, value }) => value === maskedSecret && (!key.endsWith('#0') || find(key) === undefined))) return undefined;
  return posted.change(({ key, value }) => (value === maskedSecret ? (find(key) ?? value) : value));
}

/**
 * The plan with its secrets in the open. A posted `•••` stands for the stored secret of the run or plan `secretsFrom` names,
 * as long as the target's origin is the same: else a secret that nobody can read could be sent wherever its reader likes.
 */
export async function withSecrets(
  context: ApiContext,
  caller: Pick<Caller, 'teamId'>,
  plan: Plan,
  secretsFrom: string | undefined,
): Promise<Plan> {
  if (!findSecrets(plan).some(isMasked)) return plan;
  const source = secretsFrom === undefined ? null : await findSource(context, caller.teamId, secretsFrom);
  const stored = new Map(source === null ? [] : findSecrets(source).map((secret) => [secret.name.toLowerCase(), secret]));
  const elsewhere = source !== null && new URL(planUrl(source)).origin !== new URL(planUrl(plan)).origin;
  const problems: FieldProblem[] = [];
  const whole = mapSecrets(plan, (posted) => {
    if (!isMasked(posted)) return posted.value;
    const { path, name, value } = posted;
    const kept = stored.get(name.toLowerCase());
    const secret = elsewhere || kept === undefined ? undefined : unmasked(posted, kept);
    if (secret === undefined)
      problems.push({
        field: `/plan${jsonPointer(path)}`,
        message: elsewhere
          ? problemWords.plan.secretOfOtherHost({ name })
          : problemWords.plan.secretNotStored({ masked: maskedSecret, name }),
      });
    return secret ?? value;
  });
  if (problems.length > 0) throw new ApiError('invalid_input', problems[0]?.message ?? problemWords.general.invalidInput, problems);
  return whole;
}

async function findSource({ db, config }: ApiContext, teamId: string, id: string): Promise<Plan> {
  const plan = (await openPlanOfRun(db, teamId, id, config.secretKey)) ?? (await openPlanOfSaved(db, teamId, id, config.secretKey));
  if (!plan) throw notFound('source');
  return plan;
}
