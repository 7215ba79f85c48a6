import { Button } from '@mantine/core';
import { can } from '@plimsoll/contracts/account';
import type { QueueItem } from '@plimsoll/contracts/queue';
import { formatHour } from '@plimsoll/wording/date';
import { IconFlask } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { stopExperiment } from '../../api/experiments.ts';
import { queue as queueQuery } from '../../api/queue.ts';
import { stopRun } from '../../api/runs.ts';
import { session } from '../../api/team/session.ts';
import { announce } from '../../ui/notice/live-region.tsx';
import { problemText } from '../../ui/notice/problem-notice.tsx';
import { toast } from '../../ui/notice/toast.tsx';
import styles from './queue-card.module.css';

const headingId = 'home-queue';

/** What waits, in the order of its turns; nothing at all where nothing does. `begun`: experiments between two of their runs. */
export function QueueCard({ begun }: { begun: ReadonlySet<string> }) {
  const { t } = useTranslation();
  const { data: who } = useQuery(session);
  const { data } = useQuery(queueQuery);
  if (!data || data.items.length === 0) return null;
  const mayCancel = (item: QueueItem) => !!who?.role && can(who.role, item.kind === 'run' ? 'run.stop' : 'experiment.stop');
  return (
    <section className="stack" style={{ gap: 10 }} aria-labelledby={headingId}>
      <h2 id={headingId} tabIndex={-1} style={{ justifySelf: 'start' }}>
        {t('queue.title')}
      </h2>
      <ol className={`card ${styles.queue}`}>
        {data.items.map((item) => (
          <QueueRow key={item.id} item={item} begun={begun.has(item.id)} mayCancel={mayCancel(item)} />
        ))}
      </ol>
    </section>
  );
}

function QueueRow({ item, begun, mayCancel }: { item: QueueItem; begun: boolean; mayCancel: boolean }) {
  const { t } = useTranslation();
  return (
    <li className={styles.queueRow}>
      <span className={`${styles.queuePlace} num soft`} title={t('queue.position', { position: item.position })}>
        <span aria-hidden>{item.position}</span>
        <span className="sr-only">{t('queue.position', { position: item.position })}</span>
      </span>
      <div className={styles.queueWhat}>
        <div className="row tight">
          <ItemLink item={item} />
          {item.by !== null && <span className="small soft">{item.by}</span>}
        </div>
        <div className="small soft">
          {begun && `${t('queue.nextRun')} `}
          {item.waitsFor}
        </div>
      </div>
      <span className={`${styles.queueStart} small num soft`}>
        {item.expectedStart !== null && t('queue.about', { time: formatHour(item.expectedStart, Date.now()) })}
      </span>
      {mayCancel && <Cancel item={item} begun={begun} />}
    </li>
  );
}

function ItemLink({ item: { kind, id, name } }: { item: QueueItem }) {
  const { t } = useTranslation();
  if (kind === 'run')
    return (
      <Link className={styles.queueName} to="/runs/$runId" params={{ runId: id }}>
        {name}
      </Link>
    );
  return (
    <Link className={styles.queueName} to="/experiments/$experimentId" params={{ experimentId: id }}>
      <IconFlask size={14} role="img" aria-label={t('queue.experiment')} /> {name}
    </Link>
  );
}

/** What has not begun is over at once; an experiment between two runs ends with those it has. */
function Cancel({ item, begun }: { item: QueueItem; begun: boolean }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const stop = useMutation({
    mutationFn: () => (item.kind === 'run' ? stopRun(item.id) : stopExperiment(item.id)),
    onSuccess: async () => {
      announce(t('queue.cancelled', { name: item.name }));
      await Promise.all([['queue'], ['runs'], ['experiments']].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      // The button goes with its row: whoever pressed it by keyboard stays with the queue.
      document.getElementById(headingId)?.focus();
    },
    onError: (error) => toast(problemText(error, t('common.unexpected'))),
  });
  return (
    <Button
      className={styles.queueCancel}
      size="compact-sm"
      variant="default"
      aria-label={t(begun ? 'home.stopRun' : 'queue.cancelOne', { name: item.name })}
      disabled={stop.isSuccess}
      loading={stop.isPending}
      onClick={() => stop.mutate()}
    >
      {t(begun ? 'run.stop' : 'queue.cancel')}
    </Button>
  );
}
