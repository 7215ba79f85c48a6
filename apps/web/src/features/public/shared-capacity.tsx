/** The finding of a shared capacity search, and every rate it tried. */
import type { SharedExperiment } from '@plimsoll/contracts/share';
import { experimentWords } from '@plimsoll/wording/en/comparison';
import { formatShortCount } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { hasHeld } from '@plimsoll/wording/try-words';
import { IconCheck, IconQuestionMark } from '@tabler/icons-react';
import { TriesChart } from '../../charts/tries-chart.tsx';
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
