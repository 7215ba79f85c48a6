import { Button } from '@mantine/core';
import type { Webhook } from '@plimsoll/contracts/webhook';
import { notificationsWords } from '@plimsoll/wording/en/notifications';
import { joined } from '@plimsoll/wording/list';
import { insideSentence } from '@plimsoll/wording/run-state';
import { IconAlertTriangle, IconCheck, IconPlayerPause } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { changeWebhook, deliveries, removeWebhook, rotateSecret, testWebhook, webhooks } from '../../../api/team/webhooks.ts';
import { Chip } from '../../../ui/chip.tsx';
import { ConfirmDialog } from '../../../ui/notice/confirm-dialog.tsx';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import { Deliveries } from './deliveries.tsx';
import { ChangeNotification } from './notification-form.tsx';
import styles from './notifications.module.css';
import { OnceSecret } from './once-secret.tsx';

const looks = {
  on: { tone: 'good', icon: IconCheck },
  off: { tone: 'even', icon: IconPlayerPause },
  failing: { tone: 'bad', icon: IconAlertTriangle },
} as const;

function stateOf({ active, lastState, waiting }: Webhook): keyof typeof looks {
  if (!active) return 'off';
  return lastState === 'failed' || (lastState === 'waiting' && waiting > 0) ? 'failing' : 'on';
}

/** One notification: where it goes, what it tells of, and how its messages went. */
export function NotificationCard({ webhook, isEditable }: { readonly webhook: Webhook; readonly isEditable: boolean }) {
  const { name, format, shown, events, planIds, endedBecause } = webhook;
  const [isChanging, setIsChanging] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const state = stateOf(webhook);
  const plans = planIds === null ? notificationsWords.allPlans : notificationsWords.countedPlans({ count: planIds.length });
  const listId = useId();
  return (
    <section className="card pad stack" style={{ gap: 10 }} aria-label={name}>
      <div className="row tight">
        <h2 style={{ overflowWrap: 'anywhere' }}>{name}</h2>
        <Chip {...looks[state]}>{notificationsWords.state[state]}</Chip>
        <span className="push" />
        {isEditable && <Actions webhook={webhook} onChange={() => setIsChanging(!isChanging)} onSent={() => setIsOpen(true)} />}
      </div>
      <div className="small soft" style={{ overflowWrap: 'anywhere' }}>
        {notificationsWords.formats[format]} · {shown} · {joined(events.map((kind) => insideSentence(notificationsWords.event[kind])))} ·{' '}
        {plans}
      </div>
      {endedBecause && <div className="small">{notificationsWords.ended[endedBecause]}</div>}
      {isChanging && <ChangeNotification webhook={webhook} onDone={() => setIsChanging(false)} />}
      <div>
        <Button
          size="compact-sm"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-label={notificationsWords.deliveriesOne({ name })}
          onClick={() => setIsOpen(!isOpen)}
        >
          {notificationsWords.deliveries}
        </Button>
      </div>
      <div id={listId}>{isOpen && <Deliveries webhook={webhook} isEditable={isEditable} />}</div>
    </section>
  );
}

interface ActionsProps {
  readonly webhook: Webhook;
  onChange(): void;
  /** A message is on its way. */
  onSent(): void;
}

function Actions({ webhook: { id, name, format, active }, onChange, onSent }: ActionsProps) {
  const queryClient = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const refresh = () => queryClient.invalidateQueries({ queryKey: webhooks.queryKey });
  const test = useMutation({
    mutationFn: () => testWebhook(id),
    onSuccess: () => {
      onSent();
      return Promise.all([queryClient.invalidateQueries({ queryKey: deliveries(id).queryKey }), refresh()]);
    },
  });
  const rotate = useMutation({ mutationFn: () => rotateSecret(id), onSuccess: refresh });
  const change = useMutation({ mutationFn: () => changeWebhook({ id, active: !active }), onSuccess: refresh });
  const remove = useMutation({ mutationFn: () => removeWebhook(id), onSuccess: refresh, onSettled: () => setIsAsking(false) });
  const error = test.error ?? rotate.error ?? change.error ?? remove.error;
  return (
    <>
      <div className={styles.deeds}>
        {active && (
          <Button
            size="compact-sm"
            aria-label={notificationsWords.testOne({ name })}
            loading={test.isPending}
            onClick={() => test.mutate()}
          >
            {notificationsWords.test}
          </Button>
        )}
        <Button size="compact-sm" aria-label={notificationsWords.editOne({ name })} onClick={onChange}>
          {notificationsWords.edit}
        </Button>
        {format === 'standard' && (
          <Button
            size="compact-sm"
            aria-label={notificationsWords.rotateOne({ name })}
            loading={rotate.isPending}
            onClick={() => rotate.mutate()}
          >
            {notificationsWords.rotate}
          </Button>
        )}
        <Button
          size="compact-sm"
          aria-label={(active ? notificationsWords.offOne : notificationsWords.onOne)({ name })}
          loading={change.isPending}
          onClick={() => change.mutate()}
        >
          {active ? notificationsWords.off : notificationsWords.on}
        </Button>
        <Button size="compact-sm" color="red" aria-label={notificationsWords.removeOne({ name })} onClick={() => setIsAsking(true)}>
          {notificationsWords.remove}
        </Button>
      </div>
      {rotate.data && (
        <div className={styles.whole}>
          <OnceSecret secret={rotate.data.secret} text={notificationsWords.secretBoth} />
        </div>
      )}
      {error && (
        <div className={styles.whole}>
          <ProblemNotice error={error} />
        </div>
      )}
      <ConfirmDialog
        opened={isAsking}
        title={notificationsWords.removeAsk({ name })}
        text={notificationsWords.removeText}
        action={notificationsWords.remove}
        pending={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}
