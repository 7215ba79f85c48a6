/** Runs: listed, read, compared. */
import { comparisonListSchema, comparisonSchema } from '@plimsoll/contracts/comparison';
import { api } from '@plimsoll/contracts/paths';
import { runStateSchema } from '@plimsoll/contracts/run';
import { runListSchema } from '@plimsoll/contracts/run-list';
import { verdictSchema } from '@plimsoll/contracts/verdict';
import { mcpWords } from '@plimsoll/wording/mcp-words';
import { z } from 'zod';
import { comparisonText, toldComparison, toldComparisonSchema } from '../said/comparison-told.ts';
import { plain, quoted } from '../said/quoted.ts';
import { briefRun, briefRunLine, briefRunSchema, toldRunSchema } from '../said/run-told.ts';
import { type Answer, type Asking, defineTool } from '../tool.ts';
import { compareRuns, idSchema, link, pageSchema, readRun, runNameSchema, tellRun } from './ask.ts';

const { input, answer: words } = mcpWords;
const arm = z.array(runNameSchema).min(1).max(20);

export const listRuns = defineTool({
  name: 'list_runs',
  input: z.strictObject({
    search: z.string().max(200).optional().describe(input.search),
    state: z
      .union([runStateSchema, z.enum(['active', 'finished'])])
      .optional()
      .describe(input.state),
    planId: z.uuid().optional().describe(input.planId),
    verdict: verdictSchema.optional().describe(input.verdict),
    tag: z.string().max(260).optional().describe(input.tag),
    ...pageSchema,
  }),
  output: z.object({ runs: z.array(briefRunSchema), total: z.number(), nextCursor: z.string().nullable() }),
  async answer({ client, signal }, asked) {
    const { items, total, nextCursor } = await client.request(`${api.runs}?${queryOf(asked)}`, runListSchema, { signal });
    const lines = [
      items.length === 0 ? words.none : words.several({ shown: items.length, total }),
      ...items.map(briefRunLine),
      ...(nextCursor === null ? [] : [words.more({ cursor: nextCursor })]),
    ];
    return { text: lines.join('\n'), data: { runs: items.map(briefRun), total, nextCursor } };
  },
});

export function queryOf(asked: Readonly<Record<string, string | number | undefined>>): string {
  return new URLSearchParams(
    Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString();
}

export const readOneRun = defineTool({
  name: 'read_run',
  input: z.strictObject({ run: runNameSchema }),
  output: toldRunSchema,
  answer: async (asking, { run }) => tellRun(asking, await readRun(asking, run)),
});

export const compare = defineTool({
  name: 'compare_runs',
  input: z.strictObject({ base: arm.describe(input.base), candidates: z.array(arm).min(1).max(4).describe(input.candidates) }),
  output: toldComparisonSchema.extend({ link: z.string().nullable() }),
  async answer(asking, { base, candidates }) {
    const result = await compareRuns(asking, base, candidates);
    const ids = ({ runs }: { readonly runs: readonly { readonly id: string }[] }) => runs.map(({ id }) => id).join(',');
    const page = link(asking, `/compare?base=${ids(result.base)}${result.candidates.map((one) => `&candidate=${ids(one)}`).join('')}`);
    return {
      text: [comparisonText(result), ...(page ? [words.link({ link: page })] : [])].join('\n'),
      data: { ...toldComparison(result), link: page },
    };
  },
});

const storedSchema = z.object({ id: z.string(), title: z.string(), createdAt: z.string() });
const storedComparisonSchema = toldComparisonSchema.extend({ ...storedSchema.shape, link: z.string().nullable() });

export const listComparisons = defineTool({
  name: 'list_comparisons',
  input: z.strictObject({ limit: pageSchema.limit }),
  output: z.object({ comparisons: z.array(storedSchema), total: z.number() }),
  async answer({ client, signal }, { limit }) {
    const { items } = await client.request(api.comparisons, comparisonListSchema, { signal });
    const shown = items.slice(0, limit);
    return {
      text: [
        shown.length === 0 ? words.none : words.several({ shown: shown.length, total: items.length }),
        ...shown.map(({ id, title, createdAt }) => `${words.comparison({ title: quoted(title), id })}, ${createdAt}`),
      ].join('\n'),
      data: { comparisons: shown.map(({ id, title, createdAt }) => ({ id, title: plain(title), createdAt })), total: items.length },
    };
  },
});

export const readComparison = defineTool({
  name: 'read_comparison',
  input: z.strictObject({ id: idSchema }),
  output: storedComparisonSchema,
  answer: (asking, { id }) => tellComparison(asking, id),
});

export async function tellComparison(asking: Asking, id: string): Promise<Answer<z.infer<typeof storedComparisonSchema>>> {
  const stored = await asking.client.request(api.storedComparison(encodeURIComponent(id)), comparisonSchema, { signal: asking.signal });
  const { title, createdAt } = stored;
  const page = link(asking, `/comparisons/${stored.id}`);
  return {
    text: [
      words.comparison({ title: quoted(title), id: stored.id }),
      comparisonText(stored),
      ...(page ? [words.link({ link: page })] : []),
    ].join('\n'),
    data: { ...toldComparison(stored), id: stored.id, title: plain(title), createdAt, link: page },
  };
}
