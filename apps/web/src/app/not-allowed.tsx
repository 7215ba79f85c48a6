import { notFoundWords } from '@plimsoll/wording/en/main';
import { notAllowedWords, teamWords } from '@plimsoll/wording/en/team';
import { useQuery } from '@tanstack/react-query';
import { session } from '../api/team/session.ts';
import { ButtonLink } from '../ui/links.tsx';
import { EmptyState } from '../ui/notice/empty-state.tsx';
import { usePageTitle } from '../ui/page-title.ts';

/** In place of a page that the role of the person has nothing to do on: why, and who can change it. */
export function NotAllowed() {
  usePageTitle(notAllowedWords.title);
  const { data: who } = useQuery(session);
  if (!who?.role) return null;
  return (
    <>
      <h1 className="sr-only">{notAllowedWords.title}</h1>
      <EmptyState
        title={notAllowedWords.title}
        text={notAllowedWords.text({ role: teamWords.role[who.role], team: who.team?.name ?? '' })}
        action={<ButtonLink to="/">{notFoundWords.action}</ButtonLink>}
      />
    </>
  );
}
