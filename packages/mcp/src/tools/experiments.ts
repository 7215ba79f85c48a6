/** Experiments: listed and read. */
import { experimentKinds, experimentListSchema, experimentStates } from '@plimsoll/contracts/experiment-list';
import { api } from '@plimsoll/contracts/paths';
import { verdictSchema } from '@plimsoll/contracts/verdict';
import { experimentStateWords } from '@plimsoll/wording/en/experiment';
import { experimentKindWords, verdictWords } from '@plimsoll/wording/en/names';
import { mcpWords } from '@plimsoll/wording/mcp-words';
import { z } from 'zod';
import { toldExperimentSchema } from '../said/experiment-told.ts';
import { plain, quoted } from '../said/quoted.ts';
import { defineTool } from '../tool.ts';
import { idSchema, pageSchema, readExperiment, tellExperiment } from './ask.ts';

const { answer: words } = mcpWords;

export const listExperiments = defineTool({
  name: 'list_experiments',
  input: z.strictObject({ limit: pageSchema.limit }),
  output: z.object({
    experiments: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        kind: z.enum(experimentKinds),
        state: z.enum(experimentStates),
        verdict: verdictSchema.nullable().describe('of an A/B: the worst of the headline metrics'),
        capacityPerSecond: z.number().nullable(),
        createdAt: z.string(),
      }),
    ),
    total: z.number(),
  }),
  async answer({ client, signal }, { limit }) {
    const { items } = await client.request(api.experiments, experimentListSchema, { signal });
    const shown = items.slice(0, limit);
    const lines = shown.map(({ id, name, kind, state, progress, finding: { verdict } }) => {
      const line = words.experiment({
        name: quoted(name),
        id,
        kind: experimentKindWords[kind],
        state: experimentStateWords[state],
        done: String(progress.done),
        total: String(progress.total),
      });
      return verdict === null ? line : `${line} ${words.overall({ verdict: verdictWords[verdict] })}`;
    });
    return {
      text: [shown.length === 0 ? words.none : words.several({ shown: shown.length, total: items.length }), ...lines].join('\n'),
      data: {
        experiments: shown.map(({ id, name, kind, state, createdAt, finding: { verdict, rate } }) => ({
          id,
          name: plain(name),
          kind,
          state,
          verdict,
          capacityPerSecond: rate,
          createdAt,
        })),
        total: items.length,
      },
    };
  },
});

export const readOneExperiment = defineTool({
  name: 'read_experiment',
  input: z.strictObject({ id: idSchema }),
  output: toldExperimentSchema,
  answer: async (asking, { id }) => tellExperiment(asking, await readExperiment(asking, id)),
});
