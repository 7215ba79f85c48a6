import type { Capacity, ExperimentRun } from '@plimsoll/contracts/experiment';
import { triesSummary } from '@plimsoll/pages/capacity-part';
import { experimentWords } from '@plimsoll/wording/en/comparison';
import { joined } from '@plimsoll/wording/list';
import { formatShortCount } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { hasHeld, type ShownTry, tryRemarks, tryResult } from '@plimsoll/wording/try-words';
import { TriesChart } from '../../charts/tries-chart.tsx';
import chartCardStyles from '../../ui/chart-card.module.css';

interface Props {
  readonly tries: readonly (ShownTry & Pick<ExperimentRun, 'goodputPerSecond'> & { readonly rate: number | null })[];
  readonly capacity: Pick<Capacity, 'rate' | 'interval'> | null;
}

function markOf(one: ShownTry) {
  const held = hasHeld(one);
  if (held !== null) return held ? 'held' : 'broke';
  return tryResult(one) === null ? 'under_way' : 'aside';
}

/** The rates that a capacity search tried, in their order, and the one that it found. */
export function TriesPicture({ tries, capacity }: Props) {
  const label = triesSummary(tries);
  return (
    <>
      <TriesChart
        tries={tries.map((one, at) => ({
          rate: one.rate ?? 0,
          result: markOf(one),
          good: one.goodputPerSecond,
          title: joined([
            `${at + 1}: ${formatRate(one.rate)}`,
            experimentWords.goodOf({ rate: formatRate(one.goodputPerSecond) }),
            tryResult(one) ?? experimentWords.under,
            ...tryRemarks(one),
          ]),
        }))}
        interval={capacity?.interval ?? null}
        found={capacity?.rate ?? null}
        format={formatShortCount}
        label={label}
      />
      <div className={chartCardStyles.chartFoot}>
        {label} {experimentWords.goodMark}
      </div>
    </>
  );
}
