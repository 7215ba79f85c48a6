import type { Summary } from '@plimsoll/contracts/run';
import { useTranslation } from 'react-i18next';
import { formatCount, formatSignificant } from '../../format/number.ts';
import { formatRate } from '../../format/rate.ts';
import { formatUs } from '../../format/time.ts';
import { ScrollBox } from '../scroll-box.tsx';
import type { NamedArm } from './comparison-charts.tsx';

/** What each arm spent on connections, of its first run. */
export function Economy({ arms }: { arms: readonly NamedArm[] }) {
  const { t } = useTranslation();
  const summaries = arms.flatMap(({ name, arm }) => (arm.runs[0] ? [{ name, summary: arm.runs[0].summary }] : []));
  const rows: [string, (summary: Summary) => string][] = [
    [t('connections.opened'), (s) => formatCount(s.connections.opened)],
    [t('connections.perConnection'), (s) => (s.connections.opened > 0 ? formatSignificant(s.sent / s.connections.opened) : '–')],
    [t('connections.perSecond'), (s) => (s.durationMs > 0 ? formatRate((s.connections.opened * 1000) / s.durationMs) : '–')],
    [t('connections.most'), (s) => formatCount(s.connections.open)],
    [t('connections.closedByPeer'), (s) => formatCount(s.connections.closedByPeer)],
    [t('connections.connectP50'), (s) => formatUs(s.connectTime.p50Us)],
    [t('compare.requests'), (s) => formatCount(s.requests)],
    [t('compare.failures'), (s) => formatCount(s.failed)],
  ];
  return (
    <div className={arms.length > 3 ? 'economy-wide' : ''}>
      <ScrollBox label={t('compare.economy')}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t('compare.economy')}</th>
              {summaries.map(({ name }) => (
                <th key={name} scope="col" className="n arm-name">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([row, show]) => (
              <tr key={row}>
                <td className="soft">{row}</td>
                {summaries.map(({ name, summary }, index) => (
                  <td key={name} className="n">
                    {index === 0 ? show(summary) : <b>{show(summary)}</b>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </div>
  );
}
