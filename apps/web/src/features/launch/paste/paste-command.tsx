import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LaunchState } from '../launch-state.ts';
import { firstRequest } from '../values/form-values.ts';
import { importedValues } from '../values/imported-values.ts';

const PasteDialog = lazy(() => import('./paste-dialog.tsx').then((module) => ({ default: module.PasteDialog })));

/** The button on the form; what it opens is fetched when it is pressed. */
export function PasteCommand({ form: { values, update } }: Pick<LaunchState, 'form'>) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button onClick={() => setOpened(true)}>{t('launch.paste')}</Button>
      {opened && (
        <Suspense fallback={null}>
          <PasteDialog
            url={firstRequest(values).url}
            onRead={(imported) => update((before) => importedValues(imported, before))}
            onClose={() => setOpened(false)}
          />
        </Suspense>
      )}
    </>
  );
}
