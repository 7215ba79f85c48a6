import { Button } from '@mantine/core';
import { formatDay } from '@plimsoll/wording/date';
import { sessionsWords } from '@plimsoll/wording/en/person';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { endAllSessions, endSession, ownSessions } from '../../api/team/account.ts';
import { ConfirmDialog } from '../../ui/notice/confirm-dialog.tsx';
import { Loaded } from '../../ui/notice/loaded.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { ItemRow } from '../../ui/table/item-row.tsx';

/** Where one is signed in; each place is signed out by itself, or all at once. */
export function Sessions() {
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
    <section className="card pad stack" aria-label={sessionsWords.title} style={{ gap: 10 }}>
      <div>
        <div className="row">
          <h2>{sessionsWords.title}</h2>
          <span className="push" />
          <Button size="compact-sm" color="red" onClick={() => setAsking(true)}>
            {sessionsWords.all}
          </Button>
        </div>
        <p className="small soft" style={{ margin: '4px 0 0' }}>
          {sessionsWords.what}
        </p>
      </div>
      {problem && <ProblemNotice error={problem} />}
      <Loaded query={list} rows={2}>
        {({ items }) => (
          <div>
            {items.map(({ id, agent, address, createdAt, lastSeenAt, current }) => {
              const name = agent ?? sessionsWords.unknown;
              const since = formatDay(createdAt);
              const detail = sessionsWords.detail({ since, seen: formatDay(lastSeenAt) });
              return (
                <ItemRow
                  key={id}
                  name={
                    <>
                      {name} {current && <b>({sessionsWords.here})</b>}
                    </>
                  }
                  detail={address === null ? detail : `${sessionsWords.from({ address })} · ${detail}`}
                  action={
                    !current && (
                      <Button
                        size="compact-sm"
                        color="red"
                        aria-label={sessionsWords.endOne({ agent: name, since })}
                        loading={end.isPending && end.variables === id}
                        onClick={() => end.mutate(id)}
                      >
                        {sessionsWords.end}
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
        title={sessionsWords.allAsk}
        text={sessionsWords.allText}
        action={sessionsWords.all}
        pending={all.isPending}
        onConfirm={() => all.mutate()}
        onClose={() => setAsking(false)}
      />
    </section>
  );
}
