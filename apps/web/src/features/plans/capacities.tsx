import type { Trend } from '@plimsoll/contracts/trend';
import { DataTable } from '@plimsoll/pages/data-table';
import { formatMoment } from '@plimsoll/wording/date';
import { experimentWords, trendWords } from '@plimsoll/wording/en/comparison';
import { joined } from '@plimsoll/wording/list';
import { formatRate } from '@plimsoll/wording/rate';
import { Link } from '@tanstack/react-router';
import { Sparkline } from '../../charts/sparkline.tsx';

/** The findings of the plan's capacity searches, newest first. */
export function Capacities({ capacities }: Pick<Trend, 'capacities'>) {
  if (capacities.length === 0) return null;
  return (
    <section className="card" aria-label={trendWords.capacity}>
      <div className="row pad" style={{ paddingBlockEnd: 4 }}>
        <h2>{trendWords.capacity}</h2>
        {capacities.length > 1 && (
          <span className="push" style={{ inlineSize: 140 }}>
            <Sparkline values={capacities.map((one) => one.rate)} />
          </span>
        )}
      </div>
      <DataTable
        label={trendWords.capacity}
        bare
        cards
        headless
        rows={capacities.toReversed()}
        rowKey={({ experimentId }) => experimentId}
        columns={[
          {
            key: 'when',
            head: null,
            inCard: 'wide',
            cell: ({ experimentId, at }) => (
              <Link to="/experiments/$experimentId" params={{ experimentId }}>
                {formatMoment(at)}
              </Link>
            ),
          },
          {
            key: 'rate',
            head: null,
            cell: ({ rate, interval, confirmed }) => (
              <>
                <b className="num">
                  {rate === null
                    ? experimentWords.capacityUnknown
                    : interval
                      ? formatRate(rate)
                      : experimentWords.atLeast({ rate: formatRate(rate) })}
                </b>{' '}
                <span className="soft">
                  {joined([
                    ...(interval ? [experimentWords.interval({ low: formatRate(interval.low), high: formatRate(interval.high) })] : []),
                    ...(rate === null ? [] : [confirmed ? experimentWords.confirmed : experimentWords.unconfirmed]),
                  ])}
                </span>
              </>
            ),
          },
        ]}
      />
    </section>
  );
}
