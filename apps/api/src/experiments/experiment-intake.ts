/** Reads an experiment that is asked for, and checks it variant by variant as a run's plan is, with its secrets in the open. */
import { chooseDesign, countSides, type DesignedExperiment, roundsMs, roundsToExtendTo } from '@plimsoll/contracts/design';
import { formatDuration } from '@plimsoll/contracts/duration';
import { type CreateExperiment, mostRepeats } from '@plimsoll/contracts/experiment';
import { poolsText, readRegions } from '@plimsoll/contracts/generators';
import { peakRate } from '@plimsoll/contracts/plan';
import { planUrl } from '@plimsoll/contracts/requests';
import { targetHost } from '@plimsoll/contracts/target-host';
import { judgeUrl } from '@plimsoll/contracts/target-policy';
import { confirmingTimes, planAtRate } from '@plimsoll/statistics/plan-at-rate';
import { problemWords } from '@plimsoll/wording/en/problem';
import { formatRate } from '@plimsoll/wording/rate';
import { refusalSentence } from '@plimsoll/wording/refusal-sentence';
import type { Caller } from '../auth/caller.ts';
import type { ApiContext } from '../context.ts';
import { ApiError, invalid } from '../http/api-error.ts';
import { refuseUnknownPlan } from '../http/refuse-unknown-plan.ts';
import { refuseTooFewWorkers, refuseUnfit, withSecrets } from '../plans/plan-intake.ts';
import { readTeamPolicy } from '../team/team-policy.ts';

/** Moves the places of refusals: the checks of a plan point into `/plan`; here plans lie elsewhere. */
async function movedTo<T>(place: (field: string) => string, check: () => T | Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError(
      error.code,
      error.message,
      error.errors.map((problem) => ({ ...problem, field: place(problem.field) })),
    );
  }
}

/** The runs of an experiment are compared, and so are made in the same places: its variants name one pool, or the same regions. */
function refuseSeveralPools(variants: CreateExperiment['variants']): void {
  const pools = variants.map(({ plan }) => poolsText(plan));
  const index = pools.findIndex((one) => one !== pools[0]);
  if (index < 0) return;
  const ofRegions = [pools[0], pools[index]].some((one) => readRegions(one ?? null).length > 0);
  throw invalid(`/variants/${index}/plan/${ofRegions ? 'generators' : 'workers/label'}`, problemWords.experiment.onePool);
}

/** Loads that are made at once add up on a target that several have: more than it may have would wait for ever. */
function refuseTogetherOverCap({ config }: ApiContext, experiment: CreateExperiment): void {
  if (chooseDesign(experiment).design !== 'together') return;
  const times = countSides(experiment) / experiment.variants.length;
  const rates = new Map<string, number>();
  for (const { plan } of experiment.variants) {
    const host = targetHost(planUrl(plan));
    rates.set(host, (rates.get(host) ?? 0) + times * (peakRate(plan.load) ?? 0));
  }
  const [got, cap] = [Math.max(...rates.values()), config.caps.maxRateOfTarget];
  if (got <= cap) return;
  const message = problemWords.experiment.togetherOverCap({ rate: formatRate(got), cap: formatRate(cap) });
  throw new ApiError('over_cap', message, [{ field: '/design', message }]);
}

/** The URL that restarts services is asked from a worker, as a target is: only where targets may be. */
async function refuseRestart(context: ApiContext, { teamId }: Pick<Caller, 'teamId'>, { restart }: CreateExperiment): Promise<void> {
  const refused = restart && judgeUrl(await readTeamPolicy(context, teamId), new URL(restart.url));
  if (!refused) return;
  const message = refusalSentence(refused);
  throw new ApiError('target_refused', message, [{ field: '/restart/url', message }]);
}

/** The experiment as it can be kept. Throws ApiError at the field that cannot be taken. */
export async function takeExperiment(
  context: ApiContext,
  caller: Pick<Caller, 'teamId'>,
  body: CreateExperiment,
): Promise<CreateExperiment> {
  const { planId, search } = body;
  if (planId !== undefined) await refuseUnknownPlan(context.db, caller.teamId, planId);
  const variants: CreateExperiment['variants'] = [];
  for (const [index, variant] of body.variants.entries())
    variants.push(
      await movedTo(
        (field) => field.replace(/^\/plan/, `/variants/${index}/plan`),
        async () => {
          const plan = await withSecrets(context, caller, variant.plan, variant.secretsFrom ?? body.secretsFrom ?? planId);
          await refuseUnfit(context, caller, plan);
          await refuseTooFewWorkers(context.config, context.db, plan);
          return { name: variant.name, plan };
        },
      ),
    );
  refuseSeveralPools(variants);
  await refuseRestart(context, caller, body);
  // The highest step of a search, confirmed, must fit the caps, too.
  for (const { plan } of search ? variants : [])
    await movedTo(
      () => '/search/maxRate',
      () => refuseUnfit(context, caller, planAtRate(plan, search?.maxRate ?? 0, confirmingTimes)),
    );
  refuseTogetherOverCap(context, { ...body, variants });
  if (body.kind !== 'capacity') refuseTooLong(context, body);
  return { ...body, variants };
}

/** By the longest time the load can last, all runs together; runs that end by their number of requests are not foreseen. */
export function refuseTooLong({ config }: ApiContext, experiment: DesignedExperiment): void {
  const length = roundsMs(experiment, Math.max(experiment.repeats, roundsToExtendTo(experiment, mostRepeats) ?? 0));
  const cap = config.caps.maxDurationMs;
  if (length <= cap) return;
  const message = problemWords.experiment.tooLong({
    length: formatDuration(Math.round(length / 1000) * 1000),
    cap: formatDuration(cap),
  });
  throw new ApiError('over_cap', message, [
    { field: '/repeats', message, allowed: problemWords.experiment.atMostInAll({ length: formatDuration(cap) }) },
  ]);
}

/** The name it is given, else one made of its variants. */
export function experimentName({ name, kind, variants }: CreateExperiment): string {
  const names = variants.map((variant) => variant.name);
  const made = {
    ab: names.join(' or '),
    aa: `${names[0]}: noise floor`,
    sweep: `${names.length} settings`,
    capacity: `${names[0]}: capacity`,
  };
  return (name ?? made[kind]).slice(0, 200);
}
