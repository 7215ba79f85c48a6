import { parseThreshold, type Threshold, type ThresholdResult } from '@plimsoll/contracts/threshold';
import { formatShortCount } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { formatUs } from '@plimsoll/wording/time';
import { IconAlertTriangle, IconCheck, IconClock, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Chip } from '../chip.tsx';
import { ScrollBox } from '../scroll-box.tsx';
import { withoutRequest } from './run-rows.ts';

/** How far from the limit, as a share of it; negative when broken, null without a value or for a limit of 0. */
export function marginOf(threshold: Threshold, value: number | null): number | null {
  if (value === null || threshold.limit === 0) return null;
  const room = threshold.operator.startsWith('<') ? threshold.limit - value : value - threshold.limit;
  return room / threshold.limit;
}

export function formatMetric(threshold: Threshold, value: number | null): string {
  if (value === null) return '–';
  if (threshold.metric === 'error_rate') return formatShare(value);
  if (threshold.metric === 'throughput') return formatRate(value);
  if (threshold.metric === 'dropped') return formatShortCount(value);
  return formatUs(value);
}

const closeMargin = 0.1;

/** Every threshold with its figure, its margin and its word. */
export function ThresholdTable({
  expressions,
  results,
  live,
}: {
  expressions: readonly string[];
  results: readonly ThresholdResult[];
  live: boolean;
}) {
  const { t } = useTranslation();
  return (
    <ScrollBox label={t('threshold.title')}>
      <table className="table" aria-label={t('threshold.title')}>
        <thead>
          <tr>
            <th scope="col">{t('threshold.threshold')}</th>
            <th scope="col" className="n">
              {t(live ? 'threshold.now' : 'threshold.value')}
            </th>
            <th scope="col" className="n not-narrow">
              {t('threshold.margin')}
            </th>
            <th scope="col">{t('threshold.verdict')}</th>
          </tr>
        </thead>
        <tbody>
          {expressions.map((expression) => (
            <ThresholdRow
              key={expression}
              expression={expression}
              result={results.find((one) => one.expression === expression)}
              live={live}
            />
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function ThresholdRow({ expression, result, live }: { expression: string; result: ThresholdResult | undefined; live: boolean }) {
  const { t } = useTranslation();
  const threshold = parseThreshold(expression);
  if ('error' in threshold) return null;
  const value = result?.value ?? null;
  const margin = marginOf(threshold, value);
  const state =
    !result || (value === null && live)
      ? 'waiting'
      : !result.passed
        ? 'broken'
        : margin !== null && margin < closeMargin
          ? 'close'
          : 'holds';
  const look = {
    waiting: ['even', IconClock],
    broken: ['bad', IconX],
    close: ['warn', IconAlertTriangle],
    holds: ['good', IconCheck],
  } as const;
  const [tone, icon] = look[state];
  return (
    <tr>
      <td>
        <code>{withoutRequest(expression)}</code>
        {threshold.request !== null && <span className="tag in-row">{threshold.request}</span>}
      </td>
      <td className="n">{formatMetric(threshold, value)}</td>
      <td className="n not-narrow">{margin === null ? '–' : `${margin < 0 ? '−' : ''}${formatShare(Math.abs(margin))}`}</td>
      <td>
        <Chip tone={tone} icon={icon}>
          {t(state === 'broken' && !live ? 'threshold.failed' : state === 'holds' && !live ? 'threshold.passed' : `threshold.${state}`)}
        </Chip>
      </td>
    </tr>
  );
}
