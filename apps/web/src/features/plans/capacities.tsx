import '../../i18n/comparison-text.ts';
import type { Trend } from '@plimsoll/contracts/trend';
import { formatMoment } from '@plimsoll/wording/date';
import { formatRate } from '@plimsoll/wording/rate';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Sparkline } from '../../charts/sparkline.tsx';

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
      <table className="table run-table">
        <tbody>
          {[...capacities].reverse().map((one) => (
            <tr key={one.experimentId}>
              <td className="wide">
                <Link to="/experiments/$experimentId" params={{ experimentId: one.experimentId }}>
                  {formatMoment(one.at)}
                </Link>
              </td>
              <td className="n">
                <b>{one.rate === null ? t('trend.capacityNone') : formatRate(one.rate)}</b>
              </td>
              <td className="n soft">
                {one.interval && t('experiment.interval', { low: formatRate(one.interval.low), high: formatRate(one.interval.high) })}
              </td>
              <td className="soft">{t(one.confirmed ? 'experiment.confirmed' : 'experiment.unconfirmed')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
