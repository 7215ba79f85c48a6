import { Button } from '@mantine/core';
import type { Delivery, Webhook } from '@plimsoll/contracts/webhook';
import { formatHour, formatMoment } from '@plimsoll/wording/date';
import { notificationsWords } from '@plimsoll/wording/en/notifications';
import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { deliveries as deliveriesQuery, isUnderWay, sendAgain, webhooks } from '../../../api/team/webhooks.ts';
import { Ago } from '../../../ui/ago.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Loading } from '../../../ui/notice/loading.tsx';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import { useNow } from '../../../ui/now.ts';
import styles from './notifications.module.css';

/** The messages to one address, the newest first. */
export function Deliveries({ webhook, isEditable }: { readonly webhook: Webhook; readonly isEditable: boolean }) {
  const now = useNow();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(deliveriesQuery(webhook.id));
  if (error && !data) return <ProblemNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Loading rows={2} />;
  const items = data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <p className="soft small">{notificationsWords.noDeliveries}</p>;
  return (
    <>
      <ul className="plain-list" aria-label={notificationsWords.deliveriesOne({ name: webhook.name })}>
        {items.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} webhook={webhook} nowMs={now} isEditable={isEditable && webhook.active} />
        ))}
      </ul>
      {hasNextPage && (
        <Button mt="sm" size="compact-sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {notificationsWords.more}
        </Button>
      )}
    </>
  );
}

const looks = {
  waiting: { tone: 'warn', icon: IconClock },
  delivered: { tone: 'good', icon: IconCheck },
  failed: { tone: 'bad', icon: IconAlertTriangle },
} as const;

interface RowProps {
  readonly delivery: Delivery;
  readonly webhook: Webhook;
  readonly nowMs: number;
  readonly isEditable: boolean;
}

function DeliveryRow({ delivery, webhook, nowMs, isEditable }: RowProps) {
  const { id, state, event, at, problem, answer } = delivery;
  const queryClient = useQueryClient();
  const again = useMutation({
    mutationFn: () => sendAgain({ webhookId: webhook.id, id }),
    onSuccess: () =>
      Promise.all(
        [deliveriesQuery(webhook.id).queryKey, webhooks.queryKey].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey: [...queryKey] }),
        ),
      ),
  });
  return (
    <li className={styles.delivery}>
      <div className="row tight">
        <Chip {...looks[state]}>{notificationsWords.delivery[state]}</Chip>
        <span>{notificationsWords.event[event]}</span>
        <span className="small soft">
          <Ago at={at} nowMs={nowMs} />
        </span>
        <About delivery={delivery} />
        <span className="push" />
        {isEditable && (
          <Button
            size="compact-sm"
            aria-label={notificationsWords.againOne({ time: formatMoment(at) })}
            loading={again.isPending}
            onClick={() => again.mutate()}
          >
            {notificationsWords.again}
          </Button>
        )}
      </div>
      <div className="small soft">{describeAttempts(delivery, nowMs)}</div>
      {problem && <div className="small">{problem}</div>}
      {problem && answer && <pre className={styles.answer}>{answer}</pre>}
      {again.error && <ProblemNotice error={again.error} />}
    </li>
  );
}

function describeAttempts(delivery: Delivery, nowMs: number): string {
  const { attempt, status, dueAt, problem } = delivery;
  const next = dueAt && (isUnderWay(delivery) ? notificationsWords.soon : notificationsWords.next({ time: formatHour(dueAt, nowMs) }));
  const parts = [
    attempt > 0 ? notificationsWords.attempt({ attempt }) : null,
    status === null || problem ? null : notificationsWords.answered({ status }),
    next,
  ];
  return parts.filter(Boolean).join(' · ');
}

function About({ delivery: { runId, experimentId } }: { readonly delivery: Delivery }) {
  if (runId !== null)
    return (
      <Link to="/runs/$runId" params={{ runId }} className="small">
        {notificationsWords.openRun}
      </Link>
    );
  return experimentId === null ? null : (
    <Link to="/experiments/$experimentId" params={{ experimentId }} className="small">
      {notificationsWords.openExperiment}
    </Link>
  );
}
