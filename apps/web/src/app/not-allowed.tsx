import '../i18n/team-text.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { session } from '../api/team/session.ts';
import { ButtonLink } from '../ui/links.tsx';
import { EmptyState } from '../ui/notice/empty-state.tsx';
import { usePageTitle } from '../ui/page-title.ts';

/** In place of a page that the role of the person has nothing to do on: why, and who can change it. */
export function NotAllowed() {
  const { t } = useTranslation();
  usePageTitle(t('notAllowed.title'));
  const { data: who } = useQuery(session);
  if (!who?.role) return null;
  return (
    <>
      <h1 className="sr-only">{t('notAllowed.title')}</h1>
      <EmptyState
        title={t('notAllowed.title')}
        text={t('notAllowed.text', { role: t(`team.role.${who.role}`), team: who.team?.name ?? '' })}
        action={<ButtonLink to="/">{t('notFound.action')}</ButtonLink>}
      />
    </>
  );
}
