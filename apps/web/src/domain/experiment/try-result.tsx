/** The result of one try of a capacity search: on the experiment's page and behind a link. */
import type { ExperimentRun } from '@plimsoll/contracts/experiment';
import { formatRate } from '@plimsoll/wording/rate';
import { type CommonDisturbance, hasHeld, tryRemarks, tryResult } from '@plimsoll/wording/try-words';
import { IconAlertTriangle, IconCheck, IconX, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Chip } from '../../ui/chip.tsx';

type Try = Pick<ExperimentRun, 'passed' | 'try'>;

export function GoodAnswers({ run }: { run: Pick<ExperimentRun, 'goodputPerSecond' | 'throughputPerSecond'> }) {
  return formatRate(run.goodputPerSecond ?? run.throughputPerSecond);
}

/** The look of a try that is over, in the order of the runs and in the tables. */
export function tryLook(run: Try): readonly ['good' | 'bad' | 'warn', TablerIcon] {
  const held = hasHeld(run);
  return held === null ? ['warn', IconAlertTriangle] : held ? ['good', IconCheck] : ['bad', IconX];
}

/** `common`: what is said above the table, once for most tries. */
export function TryResult({ run, common, under }: { run: Try; common: CommonDisturbance | null; under: ReactNode }) {
  const result = tryResult(run);
  if (result === null) return under;
  const remarks = tryRemarks(run, common);
  const [tone, icon] = tryLook(run);
  return (
    <>
      <Chip tone={tone} icon={icon}>
        {result}
      </Chip>
      {remarks.length > 0 && <div className="small soft">{remarks.join(', ')}</div>}
    </>
  );
}

/** Above the table of tries. */
export function DisturbanceNote({ common }: { common: CommonDisturbance | null }) {
  return (
    common && (
      <p className="small soft" style={{ marginBlock: '0 8px' }}>
        {common.sentence}
      </p>
    )
  );
}
