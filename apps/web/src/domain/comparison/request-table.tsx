import type { RequestDelta } from '@plimsoll/contracts/comparison';
import type { MetricDelta } from '@plimsoll/contracts/verdict';
import { requestMetrics, worstRequestsFirst } from '@plimsoll/wording/arm-words';
import { useTranslation } from 'react-i18next';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { metricChange, metricValue } from './comparison-words.ts';
import { VerdictChip } from './verdict-chip.tsx';

/** A row a request of plans with several, the worst first: what each metric became, how far it moved, the verdict. */
export function RequestTable({ requests }: { requests: readonly RequestDelta[] }) {
  const { t } = useTranslation();
  if (requests.length === 0) return null;
  const title = t('compare.byRequest');
  return (
    <ScrollBox label={title}>
      <table className="table phone-rows" aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{title}</th>
            {requestMetrics.map((metric) => (
              <th key={metric} scope="col">
                {t(`metric.${metric}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {worstRequestsFirst(requests).map(({ name, in: where, metrics }) => (
            <tr key={name}>
              <th scope="row" className="delta-name">
                {name}
              </th>
              {where === 'both' ? (
                requestMetrics.map((metric) => (
                  <td key={metric} className="num" data-label={t(`metric.${metric}`)}>
                    <Change metric={metrics.find((one) => one.metric === metric)} />
                  </td>
                ))
              ) : (
                <td colSpan={requestMetrics.length} className="soft">
                  {t(`requestPlace.${where}`)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function Change({ metric }: { metric: MetricDelta | undefined }) {
  if (!metric) return '–';
  return (
    <>
      <div>
        <b>{metricValue(metric, metric.candidate)}</b> <span className="soft small">{metricChange(metric)}</span>
      </div>
      <VerdictChip verdict={metric.verdict} up={(metric.delta ?? 0) > 0} title={metric.reason} />
    </>
  );
}
