import '../../i18n/comparison-text.ts';
import type { Trend } from '@plimsoll/contracts/trend';
import { formatMoment } from '@plimsoll/wording/date';
import { formatRate } from '@plimsoll/wording/rate';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Sparkline } from '../../charts/sparkline.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';

/** What the capacity searches of the plan found, newest first. */
export function Capacities({ capacities }: Pick<Trend, 'capacities'>) {
  const { t } = useTranslation();
  if (capacities.length === 0) return null;
  return (
    <section className="card" aria-label={t('trend.capacity')}>
      <div className="row pad" style={{ paddingBlockEnd: 4 }}>
        <h2>{t('trend.capacity')}</h2>
        {capacities.length > 1 && (
          <span className="push" style={{ inlineSize: 140 }}>
            <Sparkline values={capacities.map((one) => one.rate)} />
          </span>
        )}
      </div>
      <DataTable
        label={t('trend.capacity')}
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
            numeric: true,
            cell: ({ rate, limit }) => (
              <b>
                {rate === null ? t('trend.capacityNone') : limit ? t('experiment.atLeast', { rate: formatRate(rate) }) : formatRate(rate)}
              </b>
            ),
          },
          {
            key: 'interval',
            head: null,
            numeric: true,
            className: 'soft',
            cell: ({ interval }) =>
              interval && t('experiment.interval', { low: formatRate(interval.low), high: formatRate(interval.high) }),
          },
          {
            key: 'confirmed',
            head: null,
            className: 'soft',
            cell: ({ confirmed }) => t(confirmed ? 'experiment.confirmed' : 'experiment.unconfirmed'),
          },
        ]}
      />
    </section>
  );
}
