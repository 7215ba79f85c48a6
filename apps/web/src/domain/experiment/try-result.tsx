import type { ExperimentRun } from '@plimsoll/contracts/experiment';
import { hasHeld } from '@plimsoll/wording/try-words';
import { IconAlertTriangle, IconCheck, IconX, type TablerIcon } from '@tabler/icons-react';

type Try = Pick<ExperimentRun, 'passed' | 'try'>;

/** The look of a try that is over, in the order of the runs. */
export function tryLook(run: Try): readonly ['good' | 'bad' | 'warn', TablerIcon] {
  const held = hasHeld(run);
  return held === null ? ['warn', IconAlertTriangle] : held ? ['good', IconCheck] : ['bad', IconX];
}
