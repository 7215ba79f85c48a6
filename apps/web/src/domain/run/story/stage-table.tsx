import '../../../i18n/run-text.ts';
import type { Story, StoryStage } from '@plimsoll/contracts/story';
import { hasStages } from '@plimsoll/contracts/story-marks';
import { formatSignificant } from '@plimsoll/wording/number';
import { formatStatuses } from '@plimsoll/wording/statuses';
import { formatClock, timeColumn } from '@plimsoll/wording/time';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../../ui/table/data-table.tsx';
import styles from './stage-table.module.css';

/** The stages of a load beside each other. */
export function StageTable({ story: { stages } }: { story: Story }) {
  const { t } = useTranslation();
  if (!hasStages({ stages })) return null;
  const time = timeColumn(stages.flatMap(({ p50Us, p99Us }) => [p50Us, p99Us]));
  const stageName = (name: string) => (name === 'warmup' ? t('raw.warmup') : name === 'drain' ? t('story.drain') : name);
  const rates = ['planned', 'sent', 'good', 'failed'] as const;
  const times = ['p50', 'p95', 'p99'] as const;
  return (
    <section className={styles.stageTable}>
      <h2>{t('story.stages')}</h2>
      <DataTable
        label={t('story.stages')}
        rows={stages}
        rowKey={({ fromSecond }) => fromSecond}
        columns={[
          { key: 'name', head: t('story.stage'), naming: true, cell: ({ name }) => stageName(name) },
          { key: 'from', head: t('story.from'), numeric: true, cell: ({ fromSecond }) => formatClock(fromSecond) },
          ...rates.map((rate) => ({
            key: rate,
            head: t(`story.${rate}`),
            numeric: true,
            cell: (stage: StoryStage) => formatSignificant(stage[`${rate}PerSecond`]),
          })),
          ...times.map((name) => ({ key: name, head: name, numeric: true, cell: (stage: StoryStage) => time(stage[`${name}Us`]) })),
          {
            key: 'statuses',
            head: t('story.statuses'),
            className: styles.statuses,
            cell: ({ statuses, outcomes }) => formatStatuses(statuses, outcomes),
          },
        ]}
      />
    </section>
  );
}
