/** The story of a run's seconds: sentences, numbered as the charts mark them, and the stages of its load beside each other. */

import { leadingFields, timesFigures } from '@plimsoll/contracts/percentiles';
import type { Story } from '@plimsoll/contracts/story';
import { hasStages } from '@plimsoll/contracts/story-marks';
import { storyWords } from '@plimsoll/wording/en/run';
import { paragraph } from '@plimsoll/wording/list';
import { formatSignificant } from '@plimsoll/wording/number';
import { stageName } from '@plimsoll/wording/stage-name';
import { formatStatuses } from '@plimsoll/wording/statuses';
import { formatClock, formatLength, timeColumn } from '@plimsoll/wording/time';
import { createElement as h, type ReactNode } from 'react';
import { FigureTable } from '../table/figure-table.ts';

/** The rest is folded. */
const leadingFindings = 5;

export function StoryFindings({ story: { findings } }: { story: Story }): ReactNode {
  if (findings.length === 0) return null;
  const items = findings.map(({ kind, second, text }) => h('li', { key: `${kind} ${second} ${text}` }, text));
  const rest = items.slice(leadingFindings);
  return h(
    'section',
    { className: 'card pad findings', 'aria-label': storyWords.title },
    h('h2', null, storyWords.title),
    h('ol', null, items.slice(0, leadingFindings)),
    rest.length > 0 &&
      h('details', null, h('summary', null, storyWords.more({ count: rest.length })), h('ol', { start: leadingFindings + 1 }, rest)),
  );
}

/** The target's manner beyond its ceiling, and how long it took to recover; null where it was not driven there. */
export function overloadSentence({ overload, recoverySeconds }: Story): string | null {
  if (!overload) return null;
  const recovered = recoverySeconds === null ? [] : [storyWords.recovered({ length: formatLength(recoverySeconds * 1000) })];
  return paragraph([overload.text, ...recovered]);
}

export function OverloadNote({ story }: { story: Story }): ReactNode {
  const sentence = overloadSentence(story);
  return sentence && h('section', { className: 'card pad' }, h('h2', null, storyWords.shedOrSlow), h('p', null, sentence));
}

export function StageTable({ story: { stages } }: { story: Story }): ReactNode {
  if (!hasStages({ stages })) return null;
  const time = timeColumn(stages.flatMap(({ p50Us, p99Us }) => [p50Us, p99Us]));
  const rates = ['planned', 'sent', 'good', 'failed'] as const;
  const times = leadingFields.map((field) => timesFigures[field].name);
  return h(
    'section',
    { className: 'stage-part' },
    h('h2', null, storyWords.stages),
    h(FigureTable, {
      label: storyWords.stages,
      head: [storyWords.stage, storyWords.from, ...rates.map((rate) => storyWords[rate]), ...times, storyWords.statuses],
      words: [rates.length + times.length + 2],
      rows: stages.map((stage) => [
        stageName(stage.name),
        formatClock(stage.fromSecond),
        ...rates.map((rate) => formatSignificant(stage[`${rate}PerSecond`])),
        ...leadingFields.map((field) => time(stage[field])),
        formatStatuses(stage.statuses, stage.outcomes),
      ]),
    }),
  );
}
