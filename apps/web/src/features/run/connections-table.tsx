import type { Summary } from '@plimsoll/contracts/run';
import { useTranslation } from 'react-i18next';
import { formatCount, formatShare, formatSignificant } from '../../format/number.ts';
import { formatUs } from '../../format/time.ts';
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
    [t('connections.connectTime'), `${formatUs(summary.connectTime.p50Us)} · ${formatUs(summary.connectTime.p99Us)}`],
  ];
  return (
    <ScrollBox label={t('compare.economy')}>
      <table className="table">
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name}>
              <th scope="row" style={{ borderBlockEnd: '1px solid var(--hair)' }}>
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
