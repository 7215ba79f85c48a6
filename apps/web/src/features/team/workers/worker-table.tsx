import { Button } from '@mantine/core';
import type { Worker } from '@plimsoll/contracts/workers';
import { type Column, DataTable } from '@plimsoll/pages/data-table';
import { workersWords } from '@plimsoll/wording/en/workers';
import { joined } from '@plimsoll/wording/list';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { drainWorker } from '../../../api/team/workers.ts';
import { Ago } from '../../../ui/ago.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import { toast } from '../../../ui/notice/toast.tsx';
import { useNow } from '../../../ui/now.ts';
import { WorkerState } from './worker-state.tsx';
import styles from './workers.module.css';

/** The workers. `drains`: the person who looks may drain them. */
export function WorkerTable({ workers, drains }: { workers: readonly Worker[]; drains: boolean }) {
  const now = useNow();
  const queryClient = useQueryClient();
  const drain = useMutation({
    mutationFn: (worker: Worker) => drainWorker({ id: worker.id, drains: worker.drainingSince === null }),
    onSuccess: async (_, { host, drainingSince }) => {
      await Promise.all(['workers', 'health', 'queue'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
      toast((drainingSince === null ? workersWords.drainedNow : workersWords.undrainedNow)({ host }));
    },
  });
  const columns: Column<Worker>[] = [
    {
      key: 'host',
      head: workersWords.host,
      inCard: 'wide',
      cell: ({ host, id }) => (
        <span style={{ overflowWrap: 'anywhere' }}>
          <b>{host}</b>
          <span className="small faint" style={{ display: 'block' }}>
            {id}
          </span>
        </span>
      ),
    },
    { key: 'state', head: workersWords.state, cell: (worker) => <WorkerState worker={worker} /> },
    {
      key: 'underWay',
      head: workersWords.underWay,
      cardLabel: workersWords.underWay,
      inCard: 'wide',
      cell: (worker) => <UnderWay {...worker} />,
    },
    {
      key: 'labels',
      head: workersWords.labels,
      cardLabel: workersWords.labels,
      inCard: 'wide',
      cell: ({ labels }) => <Labels labels={labels} />,
    },
    { key: 'size', head: workersWords.size, inCard: 'wide', cell: (worker) => <Size {...worker} /> },
    { key: 'version', head: workersWords.version, cardLabel: workersWords.version, cell: ({ version }) => version },
    { key: 'seen', head: workersWords.seen, cardLabel: workersWords.seen, cell: ({ lastSeenAt }) => <Ago at={lastSeenAt} nowMs={now} /> },
  ];
  if (drains)
    columns.push({
      key: 'actions',
      head: workersWords.actions,
      headHidden: true,
      numeric: true,
      cell: (worker) =>
        worker.online && (
          <Button
            size="compact-sm"
            aria-label={(worker.drainingSince === null ? workersWords.drainOne : workersWords.undrainOne)(worker)}
            loading={drain.isPending && drain.variables.id === worker.id}
            onClick={() => drain.mutate(worker)}
          >
            {worker.drainingSince === null ? workersWords.drain : workersWords.undrain}
          </Button>
        ),
    });
  return (
    <section className="stack" aria-label={workersWords.title} style={{ gap: 10 }}>
      {drain.error && <ProblemNotice error={drain.error} />}
      <DataTable label={workersWords.title} columns={columns} rows={workers} rowKey={({ id }) => id} cards />
      {drains && <p className="small soft">{workersWords.drainWhat}</p>}
    </section>
  );
}

/** The team's own runs by name; of the others how many. */
function UnderWay({ runs, runsUnderWay, experimentsUnderWay }: Worker) {
  const others = runsUnderWay - runs.length;
  if (runsUnderWay + experimentsUnderWay === 0) return <span className="faint">{workersWords.nothing}</span>;
  return (
    <span style={{ overflowWrap: 'anywhere' }}>
      {runs.map(({ id, name }) => (
        <TextLink key={id} to="/runs/$runId" params={{ runId: id }} style={{ display: 'block' }}>
          {name}
        </TextLink>
      ))}
      {joined([
        ...(others > 0 ? [workersWords.othersRuns({ count: others })] : []),
        ...(experimentsUnderWay > 0 ? [workersWords.experiments({ count: experimentsUnderWay })] : []),
      ])}
    </span>
  );
}

function Labels({ labels }: Pick<Worker, 'labels'>) {
  if (labels.length === 0) return <span className="faint">{workersWords.noLabel}</span>;
  return labels.map((label) => (
    <code key={label} className={styles.label}>
      {label}
    </code>
  ));
}

function Size({ cores, threads, slots }: Worker) {
  const parts = [
    ...(cores === null ? [] : [workersWords.cores({ count: cores })]),
    ...(threads === null ? [] : [workersWords.threads({ count: threads })]),
  ];
  return (
    <>
      {parts.length > 0 ? joined(parts) : '–'}
      {slots > 1 && (
        <span className="small faint" style={{ display: 'block' }}>
          {workersWords.slots({ count: slots })}
        </span>
      )}
    </>
  );
}
