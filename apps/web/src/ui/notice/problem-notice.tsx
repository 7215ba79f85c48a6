import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../api/client.ts';
import { Notice } from './notice.tsx';

/** What went wrong, in the API's own words, and the hint if there is one. */
export function ProblemNotice({ error, retry }: { error: unknown; retry?: () => void }) {
  const { t } = useTranslation();
  const hint = isProblem(error) ? error.problem.hint : undefined;
  return (
    <Notice tone="bad" announce>
      {problemText(error, t('common.unexpected'))} {hint}
      {retry && (
        <Button size="compact-sm" ml="sm" onClick={retry}>
          {t('common.tryAgain')}
        </Button>
      )}
    </Notice>
  );
}

export function problemText(error: unknown, fallback: string): string {
  return isProblem(error) ? error.message : fallback;
}
