/** The A/B that two runs of different plans become where their comparison left something open. Pure. */

import { type Ceiling, chooseDesign, type Design, designByDefault } from '@plimsoll/contracts/design';
import type { CreateExperiment } from '@plimsoll/contracts/experiment';
import { loadDurationMs, type Plan } from '@plimsoll/contracts/plan';
import type { Run } from '@plimsoll/contracts/run';
import { listSettings, readSetting } from '@plimsoll/contracts/setting';
import { leastVerdictSeconds } from '@plimsoll/contracts/verdict';
import { settingPhrase } from '@plimsoll/wording/setting-value';
import { lastingPlan } from '../plan/lasting-plan.ts';
import { samePlan } from '../plan/same-plan.ts';
import { type Estimate, estimateRepeats } from './estimate.ts';

export interface Deciding {
  readonly body: CreateExperiment;
  readonly estimate: Estimate;
  readonly design: Design;
}

const coolDown = '2s';
/** The length of a load in place of one that is too short for a verdict, or ends by its number of requests. */
const lengthMs = 2 * leastVerdictSeconds * 1000;
/** The first runs take about so long, as far as their own lengths and three of each allow. */
const wantedMs = 120_000;
/** The longest that adding repeats may take it to. */
const longestMs = 900_000;
const [fewest, most] = [3, 6];
const mostExtended = 12;

/** Does nothing differ that is sent, or how? A name, a note, thresholds and tags make no load. */
export function makeSameLoad(one: Plan, other: Plan): boolean {
  const sent = ({ name: _name, note: _note, tags: _tags, thresholds: _thresholds, $schema: _schema, ...rest }: Plan) => rest;
  return samePlan(sent(one) as Plan, sent(other) as Plan);
}

/** Null where none can decide it: the plans are the same, or one of them is not known. */
export function decidingExperiment(base: Run, candidate: Run): Deciding | null {
  const runs = [base, candidate];
  if (runs.some((run) => run.source !== null || run.plan.unreadable)) return null;
  if (base.plan.workers.label !== candidate.plan.workers.label || makeSameLoad(base.plan, candidate.plan)) return null;
  const plans = runs.map(({ plan }) => longEnough(plan));
  const names = armNames(base, candidate);
  const variants = plans.map((plan, at) => ({ name: names[at] ?? '', plan, secretsFrom: (at === 0 ? base : candidate).id }));
  const asked = { ...designByDefault, kind: 'ab', variants, repeats: fewest, extendTo: null, coolDown } as const;
  const planId = base.planId === candidate.planId ? base.planId : null;
  const { design } = chooseDesign(asked, planId === null ? null : ceilingOf(runs));
  const estimateOf = (repeats: number, extendTo: number | null) =>
    estimateRepeats({ plans: variants.map(({ plan }) => plan), repeats, extendTo, coolDown, design });
  const fits = (repeats: number, within: number) => (estimateOf(repeats, null).ms ?? Number.POSITIVE_INFINITY) <= within;
  const repeats = highest(fewest, most, (count) => fits(count, wantedMs));
  const extended = highest(repeats, mostExtended, (count) => fits(count, longestMs));
  const extendTo = extended > repeats ? extended : null;
  const body: CreateExperiment = {
    kind: 'ab',
    variants,
    repeats,
    order: 'interleaved',
    coolDown,
    ...designByDefault,
    extendTo,
    search: null,
    ...(planId === null ? {} : { planId }),
  };
  return { body, estimate: estimateOf(repeats, extendTo), design };
}

/** As the API reads it from the history of their plan, as far as these two tell it. */
function ceilingOf(runs: readonly Run[]): Ceiling | null {
  const held = runs.filter(({ validity }) => validity?.limit === 'target').map(({ summary }) => summary?.goodputPerSecond ?? 0);
  const perSecond = Math.max(0, ...held);
  return perSecond > 0 ? { perSecond, from: 'runs' } : null;
}

/** The highest count that fits; the lowest where none does. */
function highest(from: number, to: number, fits: (count: number) => boolean): number {
  for (let count = to; count > from; count--) if (fits(count)) return count;
  return from;
}

/** The plan with a load that lasts long enough for a verdict. */
function longEnough(plan: Plan): Plan {
  const length = loadDurationMs(plan.load);
  if (length !== null && length >= leastVerdictSeconds * 1000) return plan;
  return lastingPlan(plan, lengthMs);
}

/** By the settings that differ, else by the plans' names, else by the runs' numbers. */
function armNames(base: Run, candidate: Run): readonly string[] {
  const runs = [base, candidate];
  const both = listSettings(base.plan).filter((setting) => listSettings(candidate.plan).includes(setting));
  const differing = both.filter((setting) => readSetting(base.plan, setting) !== readSetting(candidate.plan, setting));
  const ways = [
    runs.map(({ plan }) => differing.map((setting) => settingPhrase(setting, readSetting(plan, setting))).join(', ')),
    runs.map(({ plan }) => plan.name),
    runs.map(({ plan, number }) => `${plan.name} ${number ? `#${number}` : ''}`.trim()),
  ];
  const telling = ways.find(([one, other]) => one && other && one !== other && one.length <= 200 && other.length <= 200);
  return telling ?? runs.map(({ plan }, at) => `${plan.name.slice(0, 190)} ${at === 0 ? 'A' : 'B'}`);
}
