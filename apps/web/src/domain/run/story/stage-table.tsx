import { leadingFields, timesFigures } from '@plimsoll/contracts/percentiles';
import type { Story, StoryStage } from '@plimsoll/contracts/story';
import { hasStages } from '@plimsoll/contracts/story-marks';
import { DataTable } from '@plimsoll/pages/data-table';
import { storyWords } from '@plimsoll/wording/en/run';
import { formatSignificant } from '@plimsoll/wording/number';
import { stageName } from '@plimsoll/wording/stage-name';
import { formatStatuses } from '@plimsoll/wording/statuses';
import { formatClock, timeColumn } from '@plimsoll/wording/time';
import styles from './stage-table.module.css';

/** The stages of a load beside each other. */
export function StageTable({ story: { stages } }: { story: Story }) {
  if (!hasStages({ stages })) return null;
  const time = timeColumn(stages.flatMap(({ p50Us, p99Us }) => [p50Us, p99Us]));
  const rates = ['planned', 'sent', 'good', 'failed'] as const;
  return (
    <section className={styles.stageTable}>
      <h2>{storyWords.stages}</h2>
      <DataTable
        label={storyWords.stages}
        rows={stages}
        rowKey={({ fromSecond }) => fromSecond}
        columns={[
          { key: 'name', head: storyWords.stage, naming: true, cell: ({ name }) => stageName(name) },
          { key: 'from', head: storyWords.from, numeric: true, cell: ({ fromSecond }) => formatClock(fromSecond) },
          ...rates.map((rate) => ({
            key: rate,
            head: storyWords[rate],
            numeric: true,
            cell: (stage: StoryStage) => formatSignificant(stage[`${rate}PerSecond`]),
          })),
          ...leadingFields.map((field) => ({
            key: field,
            head: timesFigures[field].name,
            numeric: true,
            cell: (stage: StoryStage) => time(stage[field]),
          })),
          {
            key: 'statuses',
            head: storyWords.statuses,
            className: styles.statuses,
            cell: ({ statuses, outcomes }) => formatStatuses(statuses, outcomes),
          },
        ]}
      />
    </section>
  );
}
