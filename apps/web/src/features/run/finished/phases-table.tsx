import '../../../i18n/run-text.ts';
import type { Summary } from '@plimsoll/contracts/run';
import { summaryTimes } from '@plimsoll/contracts/sample-fields';
import { formatCount } from '@plimsoll/wording/number';
import { formatUs, timeUnit } from '@plimsoll/wording/time';
import { useTranslation } from 'react-i18next';
import { timeName } from '../../../domain/run/time-name.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';

type Phase = ReturnType<typeof summaryTimes>[number];
const phases = summaryTimes('connection');

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
      foot={phases.some((phase) => summary[phase].count === 0) && <div className="small faint">{t('phases.none')}</div>}
    />
  );
}

function PhaseName({ phase }: { phase: Phase }) {
  const { t } = useTranslation();
  return (
    <>
      {timeName(phase)}
      <div className="small faint" style={{ fontWeight: 400 }}>
        {t(`phases.${phase as 'tcpTime'}What`, { defaultValue: '' })}
      </div>
    </>
  );
}
