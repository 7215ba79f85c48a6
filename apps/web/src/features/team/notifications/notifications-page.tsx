import { Button } from '@mantine/core';
import { notificationsWords } from '@plimsoll/wording/en/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../../api/team/may.ts';
import { session } from '../../../api/team/session.ts';
import { webhooks as webhooksQuery } from '../../../api/team/webhooks.ts';
import { EmptyState } from '../../../ui/notice/empty-state.tsx';
import { Loaded } from '../../../ui/notice/loaded.tsx';
import { usePageTitle } from '../../../ui/page-title.ts';
import { TeamNav } from '../team-nav.tsx';
import { NotificationCard } from './notification-card.tsx';
import { NewNotification } from './notification-form.tsx';

/** Who is told of what happens, how each message went, and one more. */
export function NotificationsPage() {
  usePageTitle(notificationsWords.title);
  const may = useMay();
  const { data: who } = useQuery(session);
  const list = useQuery(webhooksQuery);
  const isEditable = may('webhook.edit');
  return (
    <>
      <h1>{who?.team?.name ?? notificationsWords.title}</h1>
      <div className="sub">{notificationsWords.what}</div>
      <TeamNav />
      <Loaded query={list} rows={6}>
        {({ items }) => (
          <div className="stack" style={{ gap: 14 }}>
            {items.length === 0 && !isEditable && <EmptyState title={notificationsWords.none} text={notificationsWords.noneText} />}
            {items.map((webhook) => (
              <NotificationCard key={webhook.id} webhook={webhook} isEditable={isEditable} />
            ))}
            {isEditable && <OneMore isFirst={items.length === 0} />}
          </div>
        )}
      </Loaded>
    </>
  );
}

function OneMore({ isFirst }: { readonly isFirst: boolean }) {
  const [isOpen, setIsOpen] = useState(isFirst);
  if (isOpen) return <NewNotification />;
  return (
    <div>
      <Button onClick={() => setIsOpen(true)}>{notificationsWords.newTitle}</Button>
    </div>
  );
}
