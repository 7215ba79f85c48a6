/** An experiment as tools tell it: how far it is, and what it shows so far with its verdicts. */
import type { Experiment } from '@plimsoll/contracts/experiment';
import { experimentKinds, experimentStates } from '@plimsoll/contracts/experiment-list';
import { experimentStateWords } from '@plimsoll/wording/en/experiment';
import { experimentKindWords } from '@plimsoll/wording/en/names';
import { mcpWords } from '@plimsoll/wording/mcp-words';
import { powerSentence } from '@plimsoll/wording/power-sentence';
import { formatLeastChange } from '@plimsoll/wording/share';
import { z } from 'zod';
import { comparisonText, toldComparison, toldComparisonSchema } from './comparison-told.ts';
import { plain, quoted } from './quoted.ts';

const { answer: words } = mcpWords;
const number = z.number().nullable();
const underWay: readonly Experiment['state'][] = ['queued', 'running', 'stopping'];

export const toldExperimentSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(experimentKinds),
  state: z.enum(experimentStates),
  over: z.boolean(),
  done: z.number().describe('runs that are over'),
  total: z.number(),
  remark: z.string().nullable(),
  variants: z.array(z.string()),
  comparisons: z.array(z.object({ variant: z.number().describe('its place in variants; the base is 0'), result: toldComparisonSchema })),
  power: z.string().nullable().describe('the change that it sees'),
  capacityPerSecond: number.describe('of a capacity search: the highest rate that held'),
  finding: z.string().nullable().describe('of a capacity search or a sweep'),
  noiseFloor: number.describe('of an A/A'),
  runIds: z.array(z.string()),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
  link: z.string().nullable(),
});
type ToldExperiment = z.infer<typeof toldExperimentSchema>;

export function isExperimentOver({ state }: Pick<Experiment, 'state'>): boolean {
  return !underWay.includes(state);
}

function powerOf(experiment: Experiment): string | null {
  const { kind, design, power, detect } = experiment;
  return kind === 'ab' && design !== 'runs' ? powerSentence(power, detect, isExperimentOver(experiment)) : null;
}

export function toldExperiment(experiment: Experiment, link: string | null): ToldExperiment {
  const { capacity, knee } = experiment;
  const finding = capacity?.sentence ?? knee?.sentence;
  return {
    id: experiment.id,
    name: plain(experiment.name),
    kind: experiment.kind,
    state: experiment.state,
    over: isExperimentOver(experiment),
    done: experiment.progress.done,
    total: experiment.progress.total,
    remark: experiment.stateReason && plain(experiment.stateReason),
    variants: experiment.variants.map(({ name }) => plain(name)),
    comparisons: experiment.comparisons.map(({ variant, result }) => ({ variant, result: toldComparison(result) })),
    power: powerOf(experiment),
    capacityPerSecond: capacity?.rate ?? null,
    finding: finding === undefined ? null : plain(finding),
    noiseFloor: experiment.noiseFloor,
    runIds: experiment.runs.flatMap(({ runId }) => runId ?? []),
    createdAt: experiment.createdAt,
    endedAt: experiment.endedAt,
    link,
  };
}

export function experimentText(experiment: Experiment, link: string | null): string {
  const { progress, comparisons, variants, capacity, knee, noiseFloor } = experiment;
  const said = (label: string, sentence: string | null | undefined) =>
    sentence ? [words.said({ label, sentence: quoted(sentence) })] : [];
  const power = powerOf(experiment);
  return [
    words.experiment({
      name: quoted(experiment.name),
      id: experiment.id,
      kind: experimentKindWords[experiment.kind],
      state: experimentStateWords[experiment.state],
      done: String(progress.done),
      total: String(progress.total),
    }),
    ...(isExperimentOver(experiment) ? [] : [words.notOver]),
    ...said(words.remark, experiment.stateReason),
    ...comparisons.flatMap(({ variant, result }) => [
      `${quoted(variants[0]?.name ?? '')} → ${quoted(variants[variant]?.name ?? '')}`,
      comparisonText(result),
    ]),
    ...said(words.capacity, capacity?.sentence),
    ...said(words.knee, knee?.sentence),
    ...(noiseFloor === null ? [] : [words.noiseFloor({ share: formatLeastChange(noiseFloor) })]),
    ...(power === null ? [] : [`${words.power}: ${power}`]),
    ...(link ? [words.link({ link })] : []),
  ].join('\n');
}
