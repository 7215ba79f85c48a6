import { Button } from '@mantine/core';
import type { TeamHost } from '@plimsoll/contracts/team-host';
import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
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
  const { t } = useTranslation();
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
      <div className={styles.hostHead}>
        <code style={{ overflowWrap: 'anywhere' }}>{host.host}</code>
        <Chip {...looks[host.state]}>{t(`hosts.state.${host.state}`)}</Chip>
        {isEditable && (
          <div className={styles.actions}>
            <Button
              size="compact-sm"
              aria-label={t('hosts.checkOne', { host: host.host })}
              loading={check.isPending}
              onClick={() => check.mutate()}
            >
              {t('hosts.check')}
            </Button>
            <Button size="compact-sm" color="red" aria-label={t('hosts.removeOne', { host: host.host })} onClick={() => setAsking(true)}>
              {t('hosts.remove')}
            </Button>
          </div>
        )}
      </div>
      <div className="small soft" role="status">
        {host.provenAt && host.provenBy && (
          <>
            {t(`hosts.provenBy.${host.provenBy}`)} <Ago at={host.provenAt} nowMs={now} />
            {'. '}
          </>
        )}
        {host.problem}
      </div>
      {(check.error ?? remove.error) && <ProblemNotice error={check.error ?? remove.error} />}
      <Proof host={host} />
      <ConfirmDialog
        opened={asking}
        title={t('hosts.removeAsk', { host: host.host })}
        text={t('hosts.removeText')}
        action={t('hosts.remove')}
        pending={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsking(false)}
      />
    </section>
  );
}

/** What to put where: one of both is enough. Open until it was found once. */
function Proof({ host: { host, state, file, record } }: { readonly host: TeamHost }) {
  const { t } = useTranslation();
  return (
    <details open={state !== 'proven'}>
      <summary className="small">{t('hosts.how')}</summary>
      <div className="stack" style={{ gap: 10, marginBlockStart: 8 }}>
        <Place title={t('hosts.byFile')} where={`https://${host}${file.path}`} what={file.content} />
        <Place title={t('hosts.byRecord')} where={record.name} what={record.value} />
        <p className="small soft" style={{ margin: 0 }}>
          {t('hosts.stay')}
        </p>
      </div>
    </details>
  );
}

function Place({ title, where, what }: { readonly title: string; readonly where: string; readonly what: string }) {
  const { t } = useTranslation();
  return (
    <div>
      <div className="small">{title}</div>
      {[where, what].map((text, index) => (
        <div key={text} className={styles.copied}>
          <code>{text}</code>
          <CopyButton text={text} label={t(index === 0 ? 'hosts.copyPlace' : 'hosts.copyContent')} />
        </div>
      ))}
    </div>
  );
}
