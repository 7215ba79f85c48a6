import { Button } from '@mantine/core';
import { launchWords } from '@plimsoll/wording/en/launch';
import { Suspense, useState } from 'react';
import { later } from '../../../api/later.ts';
import type { LaunchState } from '../launch-state.ts';
import { firstRequest } from '../values/form-values.ts';
import { importedValues } from '../values/imported-values.ts';

const PasteDialog = later(() => import('./paste-dialog.tsx'), 'PasteDialog');

/** The button on the form; what it opens is fetched when it is pressed. */
export function PasteCommand({ form: { values, update } }: Pick<LaunchState, 'form'>) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button onClick={() => setOpened(true)}>{launchWords.paste}</Button>
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
