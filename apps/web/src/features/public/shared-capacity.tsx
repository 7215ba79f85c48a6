/** The finding of a shared capacity search, and every rate it tried. */
import type { SharedExperiment } from '@plimsoll/contracts/share';
import { DataTable } from '@plimsoll/pages/data-table';
import { experimentWords } from '@plimsoll/wording/en/comparison';
import { metricWords, validityWords } from '@plimsoll/wording/en/names';
import { formatShortCount } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { timeColumn } from '@plimsoll/wording/time';
import { commonDisturbance, hasHeld } from '@plimsoll/wording/try-words';
import { IconCheck, IconQuestionMark } from '@tabler/icons-react';
import { TriesChart } from '../../charts/tries-chart.tsx';
import { DisturbanceNote, GoodAnswers, TryResult } from '../../domain/experiment/try-result.tsx';
import chartCardStyles from '../../ui/chart-card.module.css';
import { Chip } from '../../ui/chip.tsx';

type Experiment = SharedExperiment['experiment'];

export function SharedCapacity({ experiment }: { experiment: Experiment }) {
  const { capacity, thresholds, tries } = experiment;
  if (!capacity) return null;
  const held = tries.filter((one) => hasHeld(one) === true).length;
  const broke = tries.filter((one) => hasHeld(one) === false).length;
  return (
    <div className="grid2" style={{ marginBlockStart: 0 }}>
      <section className="card pad" aria-label={experimentWords.capacity}>
        <div className="tile-label">{experimentWords.capacity}</div>
        <div style={{ fontSize: 40, fontWeight: 650, letterSpacing: '-.03em' }} className="num">
          {capacity.rate === null ? experimentWords.capacityZero : formatRate(capacity.rate)}
        </div>
        {capacity.interval && (
          <div className="soft num">
            {experimentWords.interval({ low: formatRate(capacity.interval.low), high: formatRate(capacity.interval.high) })}
          </div>
        )}
        <p style={{ marginBlockEnd: 8 }}>
          <Chip tone={capacity.confirmed ? 'good' : 'warn'} icon={capacity.confirmed ? IconCheck : IconQuestionMark}>
            {capacity.confirmed ? experimentWords.confirmed : experimentWords.unconfirmed}
          </Chip>
        </p>
        <ul className="parts">
          {thresholds.map((threshold) => (
            <li key={threshold}>
              <code>{threshold}</code>
            </li>
          ))}
        </ul>
      </section>
      <section className="card pad" aria-label={experimentWords.tried}>
        <TriesChart
          tries={tries.map((one, at) => ({ rate: one.rate, passed: hasHeld(one), title: `${at + 1}: ${formatRate(one.rate)}` }))}
          interval={capacity.interval}
          found={capacity.rate}
          format={formatShortCount}
          label={experimentWords.triedSummary({ held, broke })}
        />
        <div className={chartCardStyles.chartFoot}>{experimentWords.triedSummary({ held, broke })}</div>
      </section>
    </div>
  );
}

export function SharedTries({ experiment }: { experiment: Experiment }) {
  const { tries } = experiment;
  const time = timeColumn(tries.map(({ p99Us }) => p99Us));
  const common = commonDisturbance(tries);
  return (
    <>
      <DisturbanceNote common={common} />
      <DataTable
        label={experimentWords.tried}
        rows={tries}
        rowKey={(_, at) => at}
        columns={[
          { key: 'try', head: experimentWords.try, cell: (_, at) => at + 1 },
          { key: 'rate', head: experimentWords.planned, numeric: true, cell: ({ rate }) => formatRate(rate) },
          { key: 'good', head: experimentWords.good, numeric: true, cell: (one) => <GoodAnswers run={one} /> },
          { key: 'p99', head: 'p99', numeric: true, wideOnly: true, cell: ({ p99Us }) => time(p99Us) },
          { key: 'errors', head: metricWords.errorRate, numeric: true, wideOnly: true, cell: ({ errorRate }) => formatShare(errorRate) },
          { key: 'generator', head: experimentWords.generator, wideOnly: true, cell: ({ stamp }) => stamp && validityWords[stamp] },
          { key: 'held', head: experimentWords.result, cell: (one) => <TryResult run={one} common={common} under={null} /> },
        ]}
      />
    </>
  );
}
