import '../../../i18n/run-text.ts';
import '../../../i18n/comparison-text.ts';
import type { Summary } from '@plimsoll/contracts/run';
import { formatCount, formatSignificant } from '@plimsoll/wording/number';
import { formatShare } from '@plimsoll/wording/share';
import { useTranslation } from 'react-i18next';
import type { CountedAs } from '../../../domain/run/counted-as.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';

/** Connection economy: what each connection was good for. */
export function ConnectionsTable({ summary, counted }: { summary: Summary | null; counted: CountedAs }) {
  const { t } = useTranslation();
  if (!summary) return null;
  const { connections, sent } = summary;
  const rows: [string, string][] = [
    [t('connections.opened'), formatCount(connections.opened)],
    [t('connections.perConnection', counted), connections.opened > 0 ? formatSignificant(sent / connections.opened) : '–'],
    [t('connections.reused', counted), `${formatCount(connections.reused)} (${formatShare(sent > 0 ? connections.reused / sent : null)})`],
    [t('connections.most'), formatCount(connections.open)],
    ...(summary.peakInFlight === null ? [] : [[t('mostInFlight', counted), formatCount(summary.peakInFlight)] as [string, string]]),
    [t('connections.failed'), formatCount(connections.failed)],
    [t('connections.closedByPeer'), formatCount(connections.closedByPeer)],
    [t('connections.closedByUs'), formatCount(connections.closedByUs)],
    [t('connections.tls'), formatCount(connections.tlsHandshakes)],
  ];
  return (
    <DataTable
      label={t('compare.economy')}
      headless
      rows={rows}
      rowKey={([name]) => name}
      columns={[
        { key: 'name', head: null, naming: true, cell: ([name]) => name },
        { key: 'value', head: null, numeric: true, cell: ([, value]) => value },
      ]}
    />
  );
}
