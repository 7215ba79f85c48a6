/** The map of a shared sweep. */
import { judgeFailedShare } from '@plimsoll/contracts/failure';
import type { SharedExperiment } from '@plimsoll/contracts/share';
import { experimentWords } from '@plimsoll/wording/en/comparison';
import { runFailureWords } from '@plimsoll/wording/en/names';
import { formatSignificant } from '@plimsoll/wording/number';
import { formatShare } from '@plimsoll/wording/share';
import { Heatmap } from '../../charts/heatmap.tsx';

type Experiment = SharedExperiment['experiment'];

export function SharedSweepMap({ experiment }: { experiment: Experiment }) {
  const { map, variants, knee } = experiment;
  if (!map) return null;
  const cellOf = (variant: number | null) => {
    if (variant === null) return null;
    const { throughputPerSecond: value = null, errorRate = null } = variants[variant] ?? {};
    const failed = judgeFailedShare(errorRate);
    if (failed === 'all_failed') return { value: null, text: runFailureWords.allFailed, tone: 'bad' as const };
    return {
      value,
      text: value === null ? '–' : formatSignificant(value),
      ...(failed ? { note: experimentWords.errorsIn({ share: formatShare(errorRate) }), tone: 'warn' as const } : {}),
      ...(knee?.variant === variant ? { mark: experimentWords.knee } : {}),
    };
  };
  const title = experimentWords.mapThroughput;
  return (
    <section className="card pad" aria-label={title}>
      <h2 style={{ marginBlockEnd: 8 }}>{title}</h2>
      <Heatmap
        label={title}
        rowTitle={map.rows?.title ?? ''}
        columnTitle={map.columns.title}
        rows={map.rows?.values ?? ['']}
        columns={map.columns.values}
        cells={map.cells.map((row) => row.map(cellOf))}
        low={experimentWords.low}
        high={experimentWords.high}
      />
    </section>
  );
}
