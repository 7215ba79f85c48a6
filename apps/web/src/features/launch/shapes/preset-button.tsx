import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LaunchState } from '../launch-state.ts';

const PresetDialog = lazy(() => import('./preset-dialog.tsx').then((module) => ({ default: module.PresetDialog })));

/** The button on the form; what it opens is fetched when it is pressed. */
export function PresetButton({ form: { update } }: Pick<LaunchState, 'form'>) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button onClick={() => setOpened(true)}>{t('launch.presets')}</Button>
      {opened && (
        <Suspense fallback={null}>
          <PresetDialog onChoose={update} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
