import { Button } from '@mantine/core';
import type { TeamHost } from '@plimsoll/contracts/team-host';
import { hostsWords } from '@plimsoll/wording/en/team';
import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { checkHost, removeHost, teamHosts } from '../../api/team/team-hosts.ts';
import { Ago } from '../../ui/ago.tsx';
import { Chip } from '../../ui/chip.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { ConfirmDialog } from '../../ui/notice/confirm-dialog.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { useNow } from '../../ui/now.ts';
import styles from './team-host-row.module.css';

const looks = {
  waiting: { tone: 'even', icon: IconClock },
  proven: { tone: 'good', icon: IconCheck },
  lost: { tone: 'bad', icon: IconAlertTriangle },
} as const;

/** One host: is it proved, and what proves it. */
export function TeamHostRow({ host, isEditable }: { readonly host: TeamHost; readonly isEditable: boolean }) {
  const now = useNow();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  // The launch form judges by what is proved, too.
  const refresh = () =>
    Promise.all([teamHosts.queryKey, ['system']].map((queryKey) => queryClient.invalidateQueries({ queryKey: [...queryKey] })));
  const check = useMutation({ mutationFn: () => checkHost(host.id), onSuccess: refresh });
  const remove = useMutation({ mutationFn: () => removeHost(host.id), onSuccess: refresh, onSettled: () => setAsking(false) });
  return (
    <section className={styles.hostRow} aria-label={host.host}>
      <div className="row tight">
        <code style={{ overflowWrap: 'anywhere' }}>{host.host}</code>
        <Chip {...looks[host.state]}>{hostsWords.state[host.state]}</Chip>
        {isEditable && (
          <div className={styles.actions}>
            <Button
              size="compact-sm"
              aria-label={hostsWords.checkOne({ host: host.host })}
              loading={check.isPending}
              onClick={() => check.mutate()}
            >
              {hostsWords.check}
            </Button>
            <Button size="compact-sm" color="red" aria-label={hostsWords.removeOne({ host: host.host })} onClick={() => setAsking(true)}>
              {hostsWords.remove}
            </Button>
          </div>
        )}
      </div>
      <div className="small soft" role="status">
        {host.provenAt && host.provenBy && (
          <>
            {hostsWords.provenBy[host.provenBy]} <Ago at={host.provenAt} nowMs={now} />
            {'. '}
          </>
        )}
        {host.problem}
      </div>
      {(check.error ?? remove.error) && <ProblemNotice error={check.error ?? remove.error} />}
      <Proof host={host} />
      <ConfirmDialog
        opened={asking}
        title={hostsWords.removeAsk({ host: host.host })}
        text={hostsWords.removeText}
        action={hostsWords.remove}
        pending={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsking(false)}
      />
    </section>
  );
}

/** The proof and its place: one of both is enough. Open until it was found once. */
function Proof({ host: { host, state, file, record } }: { readonly host: TeamHost }) {
  return (
    <details open={state !== 'proven'}>
      <summary className="small">{hostsWords.how}</summary>
      <div className="stack" style={{ gap: 10, marginBlockStart: 8 }}>
        <Place title={hostsWords.byFile} where={`https://${host}${file.path}`} what={file.content} />
        <Place title={hostsWords.byRecord} where={record.name} what={record.value} />
        <p className="small soft" style={{ margin: 0 }}>
          {hostsWords.stay}
        </p>
      </div>
    </details>
  );
}

function Place({ title, where, what }: { readonly title: string; readonly where: string; readonly what: string }) {
  return (
    <div>
      <div className="small">{title}</div>
      {[where, what].map((text, index) => (
        <div key={text} className={styles.copied}>
          <code>{text}</code>
          <CopyButton text={text} label={index === 0 ? hostsWords.copyPlace : hostsWords.copyContent} />
        </div>
      ))}
    </div>
  );
}
