import { Button } from '@mantine/core';
import { commonWords, notFoundWords } from '@plimsoll/wording/en/main';
import { useSyncExternalStore } from 'react';
import { isAway, onReach } from '../api/reach.ts';
import { ButtonLink } from '../ui/links.tsx';
import { EmptyState } from '../ui/notice/empty-state.tsx';
import { ProblemNotice } from '../ui/notice/problem-notice.tsx';
import { usePageTitle } from '../ui/page-title.ts';

export function NotFound() {
  usePageTitle(notFoundWords.title);
  return (
    <main className="page" id="main">
      <h1 className="sr-only">{notFoundWords.title}</h1>
      <EmptyState title={notFoundWords.title} text={notFoundWords.text} action={<ButtonLink to="/">{notFoundWords.action}</ButtonLink>} />
    </main>
  );
}

/** In place of the first page, while the API is away. */
export function Opening() {
  const away = useSyncExternalStore(onReach, isAway);
  return <main className="page">{away && <EmptyState title={commonWords.noAnswer} text={commonWords.opensLater} />}</main>;
}

export function RouteError({ error }: { error: unknown }) {
  return (
    <main className="page stack" id="main">
      <h1>{commonWords.wentWrong}</h1>
      <ProblemNotice error={error} />
      <div>
        <Button onClick={() => window.location.reload()}>{commonWords.reload}</Button>
      </div>
    </main>
  );
}
