import '../../i18n/person-text.ts';
import { Button } from '@mantine/core';
import { formatDay } from '@plimsoll/wording/date';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endAllSessions, endSession, ownSessions } from '../../api/team/account.ts';
import { ConfirmDialog } from '../../ui/notice/confirm-dialog.tsx';
import { Loaded } from '../../ui/notice/loaded.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { ItemRow } from '../../ui/table/item-row.tsx';

/** Where one is signed in; each place is signed out by itself, or all at once. */
export function Sessions() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const list = useQuery(ownSessions);
  const end = useMutation({ mutationFn: endSession, onSettled: () => queryClient.invalidateQueries({ queryKey: ownSessions.queryKey }) });
  const all = useMutation({
    mutationFn: endAllSessions,
    onSuccess: () => window.location.assign('/sign-in'),
    onError: () => setAsking(false),
  });
  const problem = end.error ?? all.error;
  return (
    <section className="card pad stack" aria-label={t('sessions.title')} style={{ gap: 10 }}>
      <div>
        <div className="row">
          <h2>{t('sessions.title')}</h2>
          <span className="push" />
          <Button size="compact-sm" color="red" onClick={() => setAsking(true)}>
            {t('sessions.all')}
          </Button>
        </div>
        <p className="small soft" style={{ margin: '4px 0 0' }}>
          {t('sessions.what')}
        </p>
      </div>
      {problem && <ProblemNotice error={problem} />}
      <Loaded query={list} rows={2}>
        {({ items }) => (
          <div>
            {items.map(({ id, agent, address, createdAt, lastSeenAt, current }) => {
              const name = agent ?? t('sessions.unknown');
              const since = formatDay(createdAt);
              const detail = t('sessions.detail', { since, seen: formatDay(lastSeenAt) });
              return (
                <ItemRow
                  key={id}
                  name={
                    <>
                      {name} {current && <b>({t('sessions.here')})</b>}
                    </>
                  }
                  detail={address === null ? detail : `${t('sessions.from', { address })} · ${detail}`}
                  action={
                    !current && (
                      <Button
                        size="compact-sm"
                        color="red"
                        aria-label={t('sessions.endOne', { agent: name, since })}
                        loading={end.isPending && end.variables === id}
                        onClick={() => end.mutate(id)}
                      >
                        {t('sessions.end')}
                      </Button>
                    )
                  }
                />
              );
            })}
          </div>
        )}
      </Loaded>
      <ConfirmDialog
        opened={asking}
        title={t('sessions.allAsk')}
        text={t('sessions.allText')}
        action={t('sessions.all')}
        pending={all.isPending}
        onConfirm={() => all.mutate()}
        onClose={() => setAsking(false)}
      />
    </section>
  );
}
