import '../../../i18n/run-text.ts';
import '../../../i18n/comparison-text.ts';
import type { Summary } from '@plimsoll/contracts/run';
import { formatCount, formatSignificant } from '@plimsoll/wording/number';
import { formatShare } from '@plimsoll/wording/share';
import { formatUs, timeUnit } from '@plimsoll/wording/time';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../../ui/table/data-table.tsx';

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

const phases = ['connectTime', 'dnsTime', 'tcpTime', 'tlsTime'] as const;

/** What opening a connection took, whole and by phase. */
export function PhasesTable({ summary }: { summary: Summary }) {
  const { t } = useTranslation();
  const unit = timeUnit(phases.map((phase) => summary[phase].p99Us));
  const time = (us: number | null) => (us === null ? '–' : formatUs(us, unit));
  return (
    <DataTable
      label={t('phases.title')}
      rows={phases}
      rowKey={(phase) => phase}
      columns={[
        { key: 'phase', head: t('phases.title'), naming: true, cell: (phase) => <PhaseName phase={phase} /> },
        {
          key: 'count',
          head: t('phases.count'),
          numeric: true,
          wideOnly: true,
          cell: (phase) => (summary[phase].count === 0 ? '–' : formatCount(summary[phase].count)),
        },
        { key: 'p50', head: 'p50', numeric: true, cell: (phase) => time(summary[phase].p50Us) },
        { key: 'p99', head: 'p99', numeric: true, cell: (phase) => time(summary[phase].p99Us) },
        { key: 'max', head: t('requests.maxUs'), numeric: true, cell: (phase) => time(summary[phase].maxUs) },
      ]}
      foot={
        phases.some((phase) => summary[phase].count === 0) && (
          <p className="small faint" style={{ margin: 0, padding: '8px 14px' }}>
            {t('phases.none')}
          </p>
        )
      }
    />
  );
}

function PhaseName({ phase }: { phase: (typeof phases)[number] }) {
  const { t } = useTranslation();
  return (
    <>
      {t(`phases.${phase}`)}
      <div className="small faint" style={{ fontWeight: 400 }}>
        {t(`phases.${phase}What`)}
      </div>
    </>
  );
}
