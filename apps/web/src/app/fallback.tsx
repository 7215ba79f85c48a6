import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../ui/links.tsx';
import { EmptyState } from '../ui/notice/empty-state.tsx';
import { ProblemNotice } from '../ui/notice/problem-notice.tsx';
import { usePageTitle } from '../ui/page-title.ts';

export function NotFound() {
  const { t } = useTranslation();
  usePageTitle(t('notFound.title'));
  return (
    <main className="page" id="main">
      <h1 className="sr-only">{t('notFound.title')}</h1>
      <EmptyState title={t('notFound.title')} text={t('notFound.text')} action={<ButtonLink to="/">{t('notFound.action')}</ButtonLink>} />
    </main>
  );
}

export function RouteError({ error }: { error: unknown }) {
  const { t } = useTranslation();
  return (
    <main className="page stack" id="main">
      <h1>{t('common.wentWrong')}</h1>
      <ProblemNotice error={error} />
      <div>
        <Button onClick={() => window.location.reload()}>{t('common.reload')}</Button>
      </div>
    </main>
  );
}
