import '../../../i18n/run-text.ts';
import type { Summary } from '@plimsoll/contracts/run';
import { summaryTimes } from '@plimsoll/contracts/sample-fields';
import { formatCount } from '@plimsoll/wording/number';
import { timeColumn } from '@plimsoll/wording/time';
import { useTranslation } from 'react-i18next';
import { timeName } from '../../../domain/run/time-name.ts';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';

type Phase = ReturnType<typeof summaryTimes>[number];
const phases = summaryTimes('connection');

/** What opening a connection took, whole and by phase. */
export function PhasesTable({ summary }: { summary: Summary }) {
  const { t } = useTranslation();
  const times = (key: string, head: string, figure: 'p50Us' | 'p99Us' | 'maxUs'): Column<Phase> => {
    const write = timeColumn(phases.map((phase) => summary[phase][figure]));
    return { key, head, numeric: true, cell: (phase) => write(summary[phase][figure]) };
  };
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
        times('p50', 'p50', 'p50Us'),
        times('p99', 'p99', 'p99Us'),
        times('max', t('requests.maxUs'), 'maxUs'),
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
