import type { Capacity } from '@plimsoll/contracts/experiment';
import { triesSummary } from '@plimsoll/pages/capacity-part';
import { experimentWords } from '@plimsoll/wording/en/comparison';
import { formatShortCount } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { hasHeld, type ShownTry, tryRemarks, tryResult } from '@plimsoll/wording/try-words';
import { TriesChart } from '../../charts/tries-chart.tsx';
import chartCardStyles from '../../ui/chart-card.module.css';

interface Props {
  readonly tries: readonly (ShownTry & { readonly rate: number | null })[];
  readonly capacity: Pick<Capacity, 'rate' | 'interval'> | null;
}

/** The rates that a capacity search tried, in their order, and the one that it found. */
export function TriesPicture({ tries, capacity }: Props) {
  const label = triesSummary(tries);
  return (
    <>
      <TriesChart
        tries={tries.map((one, at) => ({
          rate: one.rate ?? 0,
          passed: hasHeld(one),
          title: [`${at + 1}: ${formatRate(one.rate)}`, tryResult(one) ?? experimentWords.under, ...tryRemarks(one)].join(', '),
        }))}
        interval={capacity?.interval ?? null}
        found={capacity?.rate ?? null}
        format={formatShortCount}
        label={label}
      />
      <div className={chartCardStyles.chartFoot}>{label}</div>
    </>
  );
}
