import type { Summary } from '@plimsoll/contracts/run';
import { summaryTimes } from '@plimsoll/contracts/times';
import { type Column, DataTable } from '@plimsoll/pages/data-table';
import { phasesWords } from '@plimsoll/wording/en/run';
import { formatCount } from '@plimsoll/wording/number';
import { timeColumn } from '@plimsoll/wording/time';
import { isSaid } from '@plimsoll/wording/words';
import { timeName } from '../../../domain/run/time-name.ts';

type Phase = ReturnType<typeof summaryTimes>[number];
const phases = summaryTimes('connection');

/** The time that opening a connection took, whole and by phase. */
export function PhasesTable({ summary }: { summary: Summary }) {
  const times = (key: string, head: string, figure: 'p50Us' | 'p99Us' | 'maxUs'): Column<Phase> => {
    const write = timeColumn(phases.map((phase) => summary[phase][figure]));
    return { key, head, numeric: true, cell: (phase) => write(summary[phase][figure]) };
  };
  return (
    <DataTable
      label={phasesWords.title}
      rows={phases}
      rowKey={(phase) => phase}
      columns={[
        { key: 'phase', head: phasesWords.title, naming: true, cell: (phase) => <PhaseName phase={phase} /> },
        {
          key: 'count',
          head: phasesWords.count,
          numeric: true,
          wideOnly: true,
          cell: (phase) => (summary[phase].count === 0 ? '–' : formatCount(summary[phase].count)),
        },
        times('p50', 'p50', 'p50Us'),
        times('p99', 'p99', 'p99Us'),
        times('max', 'max', 'maxUs'),
      ]}
      foot={phases.some((phase) => summary[phase].count === 0) && <div className="small faint">{phasesWords.none}</div>}
    />
  );
}

function PhaseName({ phase }: { phase: Phase }) {
  const what = `${phase}What`;
  return (
    <>
      {timeName(phase)}
      <div className="small faint" style={{ fontWeight: 400 }}>
        {isSaid(phasesWords, what) && phasesWords[what]}
      </div>
    </>
  );
}
