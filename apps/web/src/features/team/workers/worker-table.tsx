import '../../../i18n/workers-text.ts';
import { Button } from '@mantine/core';
import type { Worker } from '@plimsoll/contracts/workers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { drainWorker } from '../../../api/team/workers.ts';
import { Ago } from '../../../ui/ago.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import { toast } from '../../../ui/notice/toast.tsx';
import { useNow } from '../../../ui/now.ts';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { WorkerState } from './worker-state.tsx';
import styles from './workers.module.css';

/** The workers. `drains`: the person who looks may drain them. */
export function WorkerTable({ workers, drains }: { workers: readonly Worker[]; drains: boolean }) {
  const { t } = useTranslation();
  const now = useNow();
  const queryClient = useQueryClient();
  const drain = useMutation({
    mutationFn: (worker: Worker) => drainWorker({ id: worker.id, drains: worker.drainingSince === null }),
    onSuccess: async (_, { host, drainingSince }) => {
      await Promise.all(['workers', 'health', 'queue'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
      toast(t(drainingSince === null ? 'workers.drainedNow' : 'workers.undrainedNow', { host }));
    },
  });
  const columns: Column<Worker>[] = [
    {
      key: 'host',
      head: t('workers.host'),
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
    { key: 'state', head: t('workers.state'), cell: (worker) => <WorkerState worker={worker} /> },
    {
      key: 'underWay',
      head: t('workers.underWay'),
      cardLabel: t('workers.underWay'),
      inCard: 'wide',
      cell: (worker) => <UnderWay {...worker} />,
    },
    {
      key: 'labels',
      head: t('workers.labels'),
      cardLabel: t('workers.labels'),
      inCard: 'wide',
      cell: ({ labels }) => <Labels labels={labels} />,
    },
    { key: 'size', head: t('workers.size'), inCard: 'wide', cell: (worker) => <Size {...worker} /> },
    { key: 'version', head: t('workers.version'), cardLabel: t('workers.version'), cell: ({ version }) => version },
    { key: 'seen', head: t('workers.seen'), cardLabel: t('workers.seen'), cell: ({ lastSeenAt }) => <Ago at={lastSeenAt} nowMs={now} /> },
  ];
  if (drains)
    columns.push({
      key: 'actions',
      head: t('workers.actions'),
      headHidden: true,
      numeric: true,
      cell: (worker) =>
        worker.online && (
          <Button
            size="compact-sm"
            aria-label={t(worker.drainingSince === null ? 'workers.drainOne' : 'workers.undrainOne', worker)}
            loading={drain.isPending && drain.variables.id === worker.id}
            onClick={() => drain.mutate(worker)}
          >
            {t(worker.drainingSince === null ? 'workers.drain' : 'workers.undrain')}
          </Button>
        ),
    });
  return (
    <section className="stack" aria-label={t('workers.title')} style={{ gap: 10 }}>
      {drain.error && <ProblemNotice error={drain.error} />}
      <DataTable label={t('workers.title')} columns={columns} rows={workers} rowKey={({ id }) => id} cards />
      {drains && <p className="small soft">{t('workers.drainWhat')}</p>}
    </section>
  );
}

/** The team's own runs by name; of the others how many. */
function UnderWay({ runs, runsUnderWay, experimentsUnderWay }: Worker) {
  const { t } = useTranslation();
  const others = runsUnderWay - runs.length;
  if (runsUnderWay + experimentsUnderWay === 0) return <span className="faint">{t('workers.nothing')}</span>;
  return (
    <span style={{ overflowWrap: 'anywhere' }}>
      {runs.map(({ id, name }) => (
        <TextLink key={id} to="/runs/$runId" params={{ runId: id }} style={{ display: 'block' }}>
          {name}
        </TextLink>
      ))}
      {[
        others > 0 && t('workers.othersRuns', { count: others }),
        experimentsUnderWay > 0 && t('workers.experiments', { count: experimentsUnderWay }),
      ]
        .filter(Boolean)
        .join(', ')}
    </span>
  );
}

function Labels({ labels }: Pick<Worker, 'labels'>) {
  const { t } = useTranslation();
  if (labels.length === 0) return <span className="faint">{t('workers.noLabel')}</span>;
  return labels.map((label) => (
    <code key={label} className={styles.label}>
      {label}
    </code>
  ));
}

function Size({ cores, threads, slots }: Worker) {
  const { t } = useTranslation();
  const parts = [
    cores !== null && t('workers.cores', { count: cores }),
    threads !== null && t('workers.threads', { count: threads }),
  ].filter(Boolean);
  return (
    <>
      {parts.length > 0 ? parts.join(', ') : '–'}
      {slots > 1 && (
        <span className="small faint" style={{ display: 'block' }}>
          {t('workers.slots', { count: slots })}
        </span>
      )}
    </>
  );
}
