/** Saved plans. */
import { api } from '@plimsoll/contracts/paths';
import { savedPlanListSchema, savedPlanSchema } from '@plimsoll/contracts/saved-plan';
import { verdictSchema } from '@plimsoll/contracts/verdict';
import { loadPhrase } from '@plimsoll/pages/run-words';
import { verdictWords } from '@plimsoll/wording/en/names';
import { mcpWords } from '@plimsoll/wording/mcp-words';
import { requestWords } from '@plimsoll/wording/request-words';
import { formatLeastChange } from '@plimsoll/wording/share';
import { z } from 'zod';
import { plain, quoted } from '../said/quoted.ts';
import { type Answer, type Asking, defineTool } from '../tool.ts';
import { idSchema, link, pageSchema } from './ask.ts';
import { queryOf } from './runs.ts';

const { answer: words } = mcpWords;

const briefPlanSchema = z.object({
  id: z.string(),
  name: z.string(),
  request: z.string(),
  load: z.string(),
  baselineRunId: z.string().nullable(),
  noiseFloor: z.number().nullable(),
});

const toldPlanSchema = briefPlanSchema.extend({
  plan: z.record(z.string(), z.unknown()),
  updatedAt: z.string(),
  link: z.string().nullable(),
});

export const listPlans = defineTool({
  name: 'list_plans',
  input: z.strictObject(pageSchema),
  output: z.object({
    plans: z.array(briefPlanSchema.extend({ lastRunAt: z.string().nullable(), lastVerdict: verdictSchema.nullable() })),
    nextCursor: z.string().nullable(),
  }),
  async answer({ client, signal }, asked) {
    const { items, nextCursor } = await client.request(`${api.plans}?${queryOf(asked)}`, savedPlanListSchema, { signal });
    const plans = items.map((saved) => ({
      ...brief(saved),
      lastRunAt: saved.lastRunAt,
      lastVerdict: saved.recent.at(-1)?.verdict ?? null,
    }));
    const lines = items.map(({ id, plan, recent }) => {
      const verdict = recent.at(-1)?.verdict;
      const parts = [quoted(requestWords(plan)), loadPhrase(plan), ...(verdict ? [verdictWords[verdict]] : [])];
      return `${words.plan({ name: quoted(plan.name), id })}: ${parts.join('; ')}`;
    });
    return {
      text: [...(lines.length === 0 ? [words.none] : lines), ...(nextCursor === null ? [] : [words.more({ cursor: nextCursor })])].join(
        '\n',
      ),
      data: { plans, nextCursor },
    };
  },
});

type Brief = Pick<z.infer<typeof savedPlanSchema>, 'id' | 'baselineRunId' | 'noiseFloor'> & {
  readonly plan: Parameters<typeof requestWords>[0] & Parameters<typeof loadPhrase>[0] & { readonly name: string };
};

function brief({ id, plan, baselineRunId, noiseFloor }: Brief): z.infer<typeof briefPlanSchema> {
  return { id, name: plain(plan.name), request: plain(requestWords(plan)), load: plain(loadPhrase(plan)), baselineRunId, noiseFloor };
}

export const readPlan = defineTool({
  name: 'read_plan',
  input: z.strictObject({ id: idSchema }),
  output: toldPlanSchema,
  answer: (asking, { id }) => tellPlan(asking, id),
});

export async function tellPlan(asking: Asking, id: string): Promise<Answer<z.infer<typeof toldPlanSchema>>> {
  const saved = await asking.client.request(api.plan(encodeURIComponent(id)), savedPlanSchema, { signal: asking.signal });
  const { plan, baselineRunId, noiseFloor, updatedAt } = saved;
  const page = link(asking, `/plans/${saved.id}`);
  const lines = [
    words.plan({ name: quoted(plan.name), id: saved.id }),
    words.target({ url: quoted(requestWords(plan)) }),
    words.load({ load: loadPhrase(plan) }),
    ...plan.thresholds.map(quoted),
    baselineRunId === null ? words.noBaseline : words.stored({ run: baselineRunId }),
    noiseFloor === null ? words.noNoiseFloor : words.noiseFloor({ share: formatLeastChange(noiseFloor) }),
    ...(page ? [words.link({ link: page })] : []),
  ];
  return { text: lines.join('\n'), data: { ...brief(saved), plan: cleaned(plan) as Record<string, unknown>, updatedAt, link: page } };
}

/** Every text of the plan as data. */
function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return plain(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [plain(name), cleaned(one)]));
}
