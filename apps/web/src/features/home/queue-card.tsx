import { Button } from '@mantine/core';
import { can } from '@plimsoll/contracts/account';
import type { QueueItem } from '@plimsoll/contracts/queue';
import { formatHour } from '@plimsoll/wording/date';
import { homeWords, queueWords, runActionWords } from '@plimsoll/wording/en/app';
import { IconFlask } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { stopExperiment } from '../../api/experiments.ts';
import { queue as queueQuery } from '../../api/queue.ts';
import { stopRun } from '../../api/runs.ts';
import { session } from '../../api/team/session.ts';
import { announce } from '../../ui/notice/live-region.tsx';
import { toastProblem } from '../../ui/notice/toast.tsx';
import styles from './queue-card.module.css';

const headingId = 'home-queue';

/** Loads that wait, in the order of their turns; nothing at all where none does. `begun`: experiments between two of their runs. */
export function QueueCard({ begun }: { begun: ReadonlySet<string> }) {
  const { data: who } = useQuery(session);
  const { data } = useQuery(queueQuery);
  if (!data || data.items.length === 0) return null;
  const mayCancel = (item: QueueItem) => !!who?.role && can(who.role, item.kind === 'run' ? 'run.stop' : 'experiment.stop');
  return (
    <section className="stack" style={{ gap: 10 }} aria-labelledby={headingId}>
      <h2 id={headingId} tabIndex={-1} style={{ justifySelf: 'start' }}>
        {queueWords.title}
      </h2>
      <ol className="card plain-list">
        {data.items.map((item) => (
          <QueueRow key={item.id} item={item} begun={begun.has(item.id)} mayCancel={mayCancel(item)} />
        ))}
      </ol>
    </section>
  );
}

function QueueRow({ item, begun, mayCancel }: { item: QueueItem; begun: boolean; mayCancel: boolean }) {
  return (
    <li className={styles.queueRow}>
      <span className={`${styles.queuePlace} num soft`} title={queueWords.position({ position: item.position })}>
        <span aria-hidden>{item.position}</span>
        <span className="sr-only">{queueWords.position({ position: item.position })}</span>
      </span>
      <div className={styles.queueWhat}>
        <div className="row tight">
          <ItemLink item={item} />
          {item.by !== null && <span className="small soft">{item.by}</span>}
        </div>
        <div className="small soft">
          {begun && `${queueWords.nextRun} `}
          {item.waitsFor}
        </div>
      </div>
      <span className={`${styles.queueStart} small num soft`}>
        {item.expectedStart !== null && queueWords.about({ time: formatHour(item.expectedStart, Date.now()) })}
      </span>
      {mayCancel && <Cancel item={item} begun={begun} />}
    </li>
  );
}

function ItemLink({ item: { kind, id, name } }: { item: QueueItem }) {
  if (kind === 'run')
    return (
      <Link className={styles.queueName} to="/runs/$runId" params={{ runId: id }}>
        {name}
      </Link>
    );
  return (
    <Link className={styles.queueName} to="/experiments/$experimentId" params={{ experimentId: id }}>
      <IconFlask size={14} role="img" aria-label={queueWords.experiment} /> {name}
    </Link>
  );
}

/** A run that has not begun is over at once; an experiment between two runs ends with those it has. */
function Cancel({ item, begun }: { item: QueueItem; begun: boolean }) {
  const queryClient = useQueryClient();
  const stop = useMutation({
    mutationFn: () => (item.kind === 'run' ? stopRun(item.id) : stopExperiment(item.id)),
    onSuccess: async () => {
      announce(queueWords.cancelled({ name: item.name }));
      await Promise.all([['queue'], ['runs'], ['experiments']].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      // The button goes with its row: whoever pressed it by keyboard stays with the queue.
      document.getElementById(headingId)?.focus();
    },
    onError: toastProblem,
  });
  return (
    <Button
      className={styles.queueCancel}
      size="compact-sm"
      variant="default"
      aria-label={(begun ? homeWords.stopRun : queueWords.cancelOne)({ name: item.name })}
      disabled={stop.isSuccess}
      loading={stop.isPending}
      onClick={() => stop.mutate()}
    >
      {begun ? runActionWords.stop : queueWords.cancel}
    </Button>
  );
}
