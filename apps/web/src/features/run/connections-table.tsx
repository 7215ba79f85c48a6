import '../../i18n/run-text.ts';
import '../../i18n/comparison-text.ts';
import type { Summary } from '@plimsoll/contracts/run';
import { formatCount, formatSignificant } from '@plimsoll/wording/number';
import { formatShare } from '@plimsoll/wording/share';
import { formatUs, timeUnit } from '@plimsoll/wording/time';
import { useTranslation } from 'react-i18next';
import { ScrollBox } from '../../ui/scroll-box.tsx';

/** Connection economy: what each connection was good for. */
export function ConnectionsTable({ summary }: { summary: Summary | null }) {
  const { t } = useTranslation();
  if (!summary) return null;
  const { connections, sent } = summary;
  const rows: [string, string][] = [
    [t('connections.opened'), formatCount(connections.opened)],
    [t('connections.perConnection'), connections.opened > 0 ? formatSignificant(sent / connections.opened) : '–'],
    [t('connections.reused'), `${formatCount(connections.reused)} (${formatShare(sent > 0 ? connections.reused / sent : null)})`],
    [t('connections.most'), formatCount(connections.open)],
    [t('connections.failed'), formatCount(connections.failed)],
    [t('connections.closedByPeer'), formatCount(connections.closedByPeer)],
    [t('connections.closedByUs'), formatCount(connections.closedByUs)],
    [t('connections.tls'), formatCount(connections.tlsHandshakes)],
  ];
  return (
    <ScrollBox label={t('compare.economy')}>
      <table className="table">
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name}>
              <th scope="row" className="row-head">
                {name}
              </th>
              <td className="n">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

const phases = ['connectTime', 'dnsTime', 'tcpTime', 'tlsTime'] as const;

/** What opening a connection took, whole and by phase. */
export function PhasesTable({ summary }: { summary: Summary }) {
  const { t } = useTranslation();
  const unit = timeUnit(phases.map((phase) => summary[phase].p99Us));
  const time = (us: number | null) => (us === null ? '–' : formatUs(us, unit));
  return (
    <ScrollBox label={t('phases.title')}>
      <table className="table" aria-label={t('phases.title')}>
        <thead>
          <tr>
            <th scope="col">{t('phases.title')}</th>
            <th scope="col" className="n not-narrow">
              {t('phases.count')}
            </th>
            <th scope="col" className="n">
              p50
            </th>
            <th scope="col" className="n">
              p99
            </th>
            <th scope="col" className="n">
              {t('requests.maxUs')}
            </th>
          </tr>
        </thead>
        <tbody>
          {phases.map((phase) => {
            const { count, p50Us, p99Us, maxUs } = summary[phase];
            return (
              <tr key={phase}>
                <th scope="row" className="row-head">
                  {t(`phases.${phase}`)}
                  <div className="small faint" style={{ fontWeight: 400 }}>
                    {t(`phases.${phase}What`)}
                  </div>
                </th>
                <td className="n not-narrow">{count === 0 ? '–' : formatCount(count)}</td>
                <td className="n">{time(p50Us)}</td>
                <td className="n">{time(p99Us)}</td>
                <td className="n">{time(maxUs)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {phases.some((phase) => summary[phase].count === 0) && (
        <p className="small faint" style={{ margin: 0, padding: '8px 14px' }}>
          {t('phases.none')}
        </p>
      )}
    </ScrollBox>
  );
}
