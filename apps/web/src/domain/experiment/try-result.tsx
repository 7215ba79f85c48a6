/** What one try of a capacity search showed: on the experiment's page and behind a link. */
import type { ExperimentRun } from '@plimsoll/contracts/experiment';
import { formatRate } from '@plimsoll/wording/rate';
import { hasHeld, tryRemarks, tryResult } from '@plimsoll/wording/try-words';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Chip } from '../../ui/chip.tsx';

type Try = Pick<ExperimentRun, 'passed' | 'try'>;

export function GoodAnswers({ run }: { run: Pick<ExperimentRun, 'goodputPerSecond' | 'throughputPerSecond'> }) {
  return formatRate(run.goodputPerSecond ?? run.throughputPerSecond);
}

export function TryResult({ run, under }: { run: Try; under: ReactNode }) {
  const result = tryResult(run);
  if (result === null) return under;
  const held = hasHeld(run);
  const remarks = tryRemarks(run);
  const [tone, icon] =
    held === null ? (['warn', IconAlertTriangle] as const) : held ? (['good', IconCheck] as const) : (['bad', IconX] as const);
  return (
    <>
      <Chip tone={tone} icon={icon}>
        {result}
      </Chip>
      {remarks.length > 0 && <div className="small soft">{remarks.join(', ')}</div>}
    </>
  );
}
