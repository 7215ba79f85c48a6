/**
 * Holds the loads of a token with a budget to it, however they are asked for; and a program that launches for an assistant to having one. The
 * store counts, in the transaction that inserts the load.
 */
import { isDeepStrictEqual } from 'node:util';
import { chooseDesign, countSides, type DesignedExperiment, roundsToExtendTo } from '@plimsoll/contracts/design';
import { durationMs } from '@plimsoll/contracts/duration';
import { type CreateExperiment, mostRepeats } from '@plimsoll/contracts/experiment';
import { transportUrl } from '@plimsoll/contracts/grpc-url';
import { type Plan, peakRate, runLengthMs } from '@plimsoll/contracts/plan';
import { planUrl } from '@plimsoll/contracts/requests';
import { isListedHost } from '@plimsoll/contracts/target-policy';
import type { TokenBudget } from '@plimsoll/contracts/token-budget';
import { isUnixUrl } from '@plimsoll/contracts/unix-url';
import { confirmingTimes } from '@plimsoll/statistics/plan-at-rate';
import { mostRunsOfSearch } from '@plimsoll/statistics/read-search';
import type { Db } from '@plimsoll/store/db';
import { openPlanOfSaved } from '@plimsoll/store/plans';
import { type AskedLoad, isLoadOfToken, reserveBudget } from '@plimsoll/store/token-budgets';
import { accountWords } from '@plimsoll/wording/en/account';
import { formatSignificant } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import type { Caller } from '../auth/caller.ts';
import type { ApiContext } from '../context.ts';
import { ApiError, notNow } from '../http/api-error.ts';

/** A load as it is to be reserved, once it has an id. */
export type Held = Omit<AskedLoad, 'id' | 'kind'> | null;

const forbidden = (message: string, field?: string) => new ApiError('forbidden', message, field === undefined ? [] : [{ field, message }]);

/** Null: no budget holds this caller. Throws ApiError `forbidden` where an assistant asks without one. */
function budgetOf({ budget, byMcp }: Pick<Caller, 'budget' | 'byMcp'>): TokenBudget | null {
  if (budget === null && byMcp) throw forbidden(accountWords.noBudget);
  return budget;
}

/** Throws ApiError `forbidden` where this URL is on no host of the caller's budget. */
export function refuseUrlOutsideBudget(caller: Caller, url: string, field: string): void {
  const budget = budgetOf(caller);
  if (budget && !coversUrl(budget, url)) throw forbidden(accountWords.budgetTarget({ host: hostOf(url) }), field);
}

/** `savedAs`: the id of the saved plan that it is, as saved. */
export function holdRun(caller: Caller, plan: Plan, savedAs: string | null): Held {
  const budget = budgetOf(caller);
  if (!budget) return null;
  if (savedAs === null || !budget.plans.includes(savedAs)) refuseOutside(budget, plan, savedAs === null ? '/plan' : '/planId');
  return { longestMs: lengthOf(plan), ratePerSecond: rateOf(budget, plan) };
}

/** `rounds`: those that are asked for. */
export async function holdExperiment(
  context: ApiContext,
  caller: Caller,
  experiment: DesignedExperiment & Partial<Pick<CreateExperiment, 'restart' | 'search'>>,
  rounds = mostRounds(experiment),
): Promise<Held> {
  const budget = budgetOf(caller);
  if (!budget) return null;
  if (experiment.restart && !coversUrl(budget, experiment.restart.url))
    throw forbidden(accountWords.budgetTarget({ host: hostOf(experiment.restart.url) }), '/restart/url');
  const saved = await savedPlans(context, caller.teamId, budget);
  for (const [index, { plan }] of experiment.variants.entries())
    if (!saved.some((one) => isDeepStrictEqual(one, plan))) refuseOutside(budget, plan, `/variants/${index}/plan`);
  const plans = experiment.variants.map(({ plan }) => plan);
  if (experiment.search) {
    // Each try may be a confirming one.
    const longestMs = mostRunsOfSearch * confirmingTimes * plans.reduce((sum, plan) => sum + lengthOf(plan), 0);
    return { longestMs, ratePerSecond: withinRate(budget, experiment.search.maxRate) };
  }
  const times = countSides(experiment) / plans.length;
  const rates = plans.map((plan) => rateOf(budget, plan));
  return {
    longestMs: rounds * times * plans.reduce((sum, plan) => sum + lengthOf(plan), 0),
    ratePerSecond: chooseDesign(experiment).design === 'together' ? times * rates.reduce((sum, rate) => sum + rate, 0) : Math.max(...rates),
  };
}

function mostRounds(experiment: DesignedExperiment): number {
  return Math.max(experiment.repeats, roundsToExtendTo(experiment, mostRepeats) ?? 0);
}

async function savedPlans({ db, config }: ApiContext, teamId: string, { plans }: TokenBudget): Promise<Plan[]> {
  const found = await Promise.all(plans.map((id) => openPlanOfSaved(db, teamId, id, config.secretKey)));
  return found.filter((plan) => plan !== null);
}

/** Throws ApiError `over_cap` where the load is more than what is left; the transaction that inserted it ends with that. */
export async function reserve(
  client: Db,
  { tokenId, budget }: Pick<Caller, 'tokenId' | 'budget'>,
  held: Held,
  load: Pick<AskedLoad, 'kind' | 'id'>,
): Promise<void> {
  if (!held || !budget || tokenId === null) return;
  const { usedMinutes, ratePerSecond } = await reserveBudget(client, tokenId, { ...load, ...held });
  const { minutesPerDay, ratePerSecond: mostRate } = budget;
  if (usedMinutes > minutesPerDay + rounding)
    throw notNow('over_cap', accountWords.budgetMinutes({ most: minutes(minutesPerDay), used: minutes(usedMinutes) }), secondsToMidnight());
  if (ratePerSecond > mostRate + rounding)
    throw notNow('over_cap', accountWords.budgetRate({ most: formatRate(mostRate), rate: formatRate(ratePerSecond) }), 10);
}

const rounding = 1e-6;
const minutes = (amount: number) => formatSignificant(amount);

function secondsToMidnight(): number {
  const dayMs = 86_400_000;
  return Math.ceil((dayMs - (Date.now() % dayMs)) / 1000);
}

/** An assistant stops what its own token launched, and nothing else. */
export async function refuseForeignLoad(db: Db, { byMcp, tokenId }: Caller, id: string): Promise<void> {
  if (byMcp && !(tokenId !== null && (await isLoadOfToken(db, tokenId, id)))) throw forbidden(accountWords.foreignLoad);
}

/** A token that may launch a plan as it is saved must not save it anew. */
export function refuseBudgetPlan({ budget }: Caller, planId: string): void {
  if (budget?.plans.includes(planId)) throw forbidden(accountWords.budgetPlan);
}

function refuseOutside(budget: TokenBudget, plan: Plan, field: string): void {
  const urls = [planUrl(plan), ...plan.resources.scrape.map(({ url }) => url)];
  const outside = urls.find((url) => !coversUrl(budget, url));
  if (outside !== undefined) throw forbidden(accountWords.budgetTarget({ host: hostOf(outside) }), field);
}

function coversUrl({ hosts }: TokenBudget, url: string): boolean {
  return !isUnixUrl(url) && isListedHost(hosts, hostOf(url));
}

const hostOf = (url: string) => (isUnixUrl(url) ? url : new URL(transportUrl(url)).hostname);

function lengthOf(plan: Plan): number {
  const ms = runLengthMs(plan);
  if (ms === null) throw forbidden(accountWords.budgetEndless);
  return ms;
}

/** Requests a second at most. A closed load may send all of its requests in one. */
function rateOf(budget: TokenBudget, { load, warmup }: Plan): number {
  const requests = load.model === 'closed' && durationMs(warmup) === 0 ? (load.requests ?? null) : null;
  const rate = load.model === 'closed' ? requests : peakRate(load);
  if (rate === null) throw forbidden(accountWords.budgetClosed);
  return withinRate(budget, rate);
}

function withinRate({ ratePerSecond }: TokenBudget, rate: number): number {
  if (rate > ratePerSecond) throw forbidden(accountWords.budgetRate({ most: formatRate(ratePerSecond), rate: formatRate(rate) }));
  return rate;
}
