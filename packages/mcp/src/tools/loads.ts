/** Loads: launched within the budget of the token, waited for, stopped. */
import { randomKey } from '@plimsoll/client/random-key';
import { protocolOfUrl } from '@plimsoll/contracts/connection';
import { durationSchema } from '@plimsoll/contracts/duration';
import { experimentSchema } from '@plimsoll/contracts/experiment';
import { api } from '@plimsoll/contracts/paths';
import { tagsSchema } from '@plimsoll/contracts/plan';
import { runSchema } from '@plimsoll/contracts/run';
import { savedPlanSchema } from '@plimsoll/contracts/saved-plan';
import type { ShownPlan } from '@plimsoll/contracts/shown-plan';
import { ownTokenSchema } from '@plimsoll/contracts/token';
import { budgetUseSchema, mcpHeader, tokenBudgetSchema } from '@plimsoll/contracts/token-budget';
import { accountWords } from '@plimsoll/wording/en/account';
import { mcpWords } from '@plimsoll/wording/mcp-words';
import { formatSignificant } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { z } from 'zod';
import { toldExperimentSchema } from '../said/experiment-told.ts';
import { quoted } from '../said/quoted.ts';
import { toldRunSchema } from '../said/run-told.ts';
import { type Asking, defineTool } from '../tool.ts';
import { idSchema, mostSecondsWaited, readRun, runNameSchema, tellExperiment, tellRun, waitForExperiment, waitForRun } from './ask.ts';

const { input, answer: words } = mcpWords;

export const readBudget = defineTool({
  name: 'read_budget',
  input: z.strictObject({}),
  output: z.object({
    budget: z.object(tokenBudgetSchema.shape).nullable(),
    use: budgetUseSchema.nullable(),
    minutesLeft: z.number().nullable(),
  }),
  async answer({ client, signal }) {
    const { budget, use } = await client.request(api.ownToken, ownTokenSchema, { signal });
    if (!budget || !use) return { text: accountWords.noBudget, data: { budget: null, use: null, minutesLeft: null } };
    const minutesLeft = Math.max(0, budget.minutesPerDay - use.usedMinutes);
    const list = (items: readonly string[]) => (items.length === 0 ? '–' : items.join(', '));
    const text = [
      words.budgetLine({
        left: formatSignificant(minutesLeft),
        all: formatSignificant(budget.minutesPerDay),
        rate: formatRate(budget.ratePerSecond),
      }),
      words.budgetTargets({ plans: list(budget.plans), hosts: list(budget.hosts.map(quoted)) }),
    ];
    return { text: text.join('\n'), data: { budget, use, minutesLeft } };
  },
});

/** A request that launches or stops: the server holds it to the budget. */
function asked(body: object) {
  return { method: 'POST', body, headers: { [mcpHeader]: '1', 'idempotency-key': randomKey() } } as const;
}

const rateSchema = z.number().positive();
const launching = { destructive: true };

/** The load that a URL gets. */
function planOfUrl(url: string, ratePerSecond: number, duration: string, thresholds: readonly string[] = []) {
  const name = URL.canParse(url) ? `${new URL(url).host}${new URL(url).pathname}`.replace(/\/$/, '').slice(0, 200) : url.slice(0, 200);
  const protocol = protocolOfUrl(url);
  return {
    version: 1,
    name,
    target: { url },
    ...(protocol ? { connection: { protocol } } : {}),
    load: { model: 'open', rate: ratePerSecond, duration },
    thresholds,
  };
}

export const launchRun = defineTool({
  name: 'launch_run',
  input: z.strictObject({
    planId: z.uuid().optional().describe(input.planId),
    url: z.string().max(4000).optional().describe(input.url),
    ratePerSecond: rateSchema.optional().describe(input.ratePerSecond),
    duration: durationSchema.optional().describe(input.duration),
    thresholds: z.array(z.string().max(200)).max(20).optional().describe(input.thresholds),
    tags: tagsSchema.optional().describe(input.tags),
    note: z.string().max(2000).optional().describe(input.note),
  }),
  output: toldRunSchema,
  changes: launching,
  async answer(asking, { planId, url, ratePerSecond, duration, thresholds, tags, note }) {
    const isWhole = planId === undefined ? url !== undefined && ratePerSecond !== undefined && duration !== undefined : url === undefined;
    if (!isWhole) throw new Error(mcpWords.refusal.runOfNothing);
    const load = planId === undefined ? { plan: planOfUrl(url ?? '', ratePerSecond ?? 0, duration ?? '', thresholds) } : { planId };
    const more = { ...(tags ? { tags } : {}), ...(note === undefined ? {} : { note }) };
    return tellRun(asking, await asking.client.request(api.runs, runSchema, { ...asked({ ...load, ...more }), signal: asking.signal }));
  },
});

const sideSchema = z.strictObject({ planId: z.uuid().optional(), url: z.string().max(4000).optional() });

export const launchAb = defineTool({
  name: 'launch_ab',
  input: z.strictObject({
    base: sideSchema.describe(input.side),
    candidate: sideSchema.describe(input.side),
    ratePerSecond: rateSchema.default(100).describe(input.ratePerSecond),
    duration: durationSchema.default('20s').describe(input.duration),
    detect: z.number().min(0.001).max(0.5).default(0.03).describe(input.detect),
    maxDuration: durationSchema.default('5m').describe(input.maxDuration),
    name: z.string().max(200).optional().describe(input.name),
  }),
  output: toldExperimentSchema,
  changes: launching,
  async answer(asking, { base, candidate, ratePerSecond, duration, detect, maxDuration, name }) {
    const side = (one: z.output<typeof sideSchema>, called: string) => variant(asking, one, called, ratePerSecond, duration);
    const variants = [await side(base, 'base'), await side(candidate, 'candidate')];
    const planId = base.planId !== undefined && base.planId === candidate.planId ? { planId: base.planId } : {};
    const body = { kind: 'ab', ...planId, variants, repeats: 2, detect, maxDuration, ...(name === undefined ? {} : { name }) };
    const experiment = await asking.client.request(api.experiments, experimentSchema, { ...asked(body), signal: asking.signal });
    return tellExperiment(asking, experiment);
  },
});

async function variant(
  { client, signal }: Asking,
  { planId, url }: z.output<typeof sideSchema>,
  name: string,
  ratePerSecond: number,
  duration: string,
) {
  if (planId === undefined) {
    if (url === undefined) throw new Error(mcpWords.refusal.sideOfNothing);
    return { name, plan: planOfUrl(url, ratePerSecond, duration) };
  }
  const { plan } = await client.request(api.plan(planId), savedPlanSchema, { signal });
  return { name, plan: url === undefined ? plan : aimedAt(plan, url), secretsFrom: planId };
}

/** The plan's paths at another scheme, host and port. */
function aimedAt(plan: ShownPlan, at: string): ShownPlan {
  if (!URL.canParse(at)) throw new Error(mcpWords.refusal.sideOfNothing);
  const { protocol, host } = new URL(at);
  const moved = (url: string) => url.replace(/^[a-z]+:\/\/[^/?#]*/i, `${protocol}//${host}`);
  return {
    ...plan,
    target: plan.target && { ...plan.target, url: moved(plan.target.url) },
    requests: plan.requests?.map((request) => ({ ...request, url: moved(request.url) })) ?? null,
  };
}

const secondsSchema = z.int().min(1).max(mostSecondsWaited).default(45).describe(input.seconds);

export const waitRun = defineTool({
  name: 'wait_for_run',
  input: z.strictObject({ run: runNameSchema, seconds: secondsSchema }),
  output: toldRunSchema,
  answer: async (asking, { run, seconds }) => tellRun(asking, await waitForRun(asking, run, seconds)),
});

export const waitExperiment = defineTool({
  name: 'wait_for_experiment',
  input: z.strictObject({ id: idSchema, seconds: secondsSchema }),
  output: toldExperimentSchema,
  answer: async (asking, { id, seconds }) => tellExperiment(asking, await waitForExperiment(asking, id, seconds)),
});

export const stopRun = defineTool({
  name: 'stop_run',
  input: z.strictObject({ run: runNameSchema }),
  output: toldRunSchema,
  changes: { destructive: false },
  async answer(asking, { run }) {
    const { id } = await readRun(asking, run);
    return tellRun(asking, await asking.client.request(api.stopRun(id), runSchema, { ...asked({}), signal: asking.signal }));
  },
});

export const stopExperiment = defineTool({
  name: 'stop_experiment',
  input: z.strictObject({ id: idSchema }),
  output: toldExperimentSchema,
  changes: { destructive: false },
  answer: async (asking, { id }) =>
    tellExperiment(asking, await asking.client.request(api.stopExperiment(id), experimentSchema, { ...asked({}), signal: asking.signal })),
});
