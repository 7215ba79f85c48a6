import { Button } from '@mantine/core';
import { launchWords } from '@plimsoll/wording/en/launch';
import { Suspense, useState } from 'react';
import { later } from '../../../api/later.ts';
import type { LaunchState } from '../launch-state.ts';
import { firstRequest } from '../values/form-values.ts';

const PresetDialog = later(() => import('./preset-dialog.tsx'), 'PresetDialog');

/** The button on the form; what it opens is fetched when it is pressed. */
export function PresetButton({ form: { values, update } }: Pick<LaunchState, 'form'>) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button onClick={() => setOpened(true)}>{launchWords.presets}</Button>
      {opened && (
        <Suspense fallback={null}>
          <PresetDialog url={firstRequest(values).url} onChoose={update} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
