import type { Unmapped } from '@plimsoll/contracts/imported-command';
import { refusal } from '@plimsoll/contracts/refusal';
import { numberOr, readTimeMs } from '../command/amount.ts';
import { type Given, listGiven } from '../command/read-flags.ts';
import { ImportError } from '../import-error.ts';
import type { GhzFlags } from './ghz-flags.ts';
import type { Schedule } from './ghz-schedule.ts';

const parts = ['Start', 'Step', 'End', 'StepDuration', 'MaxDuration'] as const;

/** The schedule of the rate (`load`) or of the workers; null where it is constant. `unmapped` gets flags that then mean nothing. */
export function readSchedule(given: GhzFlags, of: 'load' | 'concurrency', unmapped: Unmapped[]): Schedule | null {
  const part = (name: (typeof parts)[number]) => given.last(`${of}${name}`);
  const written = given.last(`${of}Schedule`);
  const kind = written?.value;
  if (kind !== 'step' && kind !== 'line') {
    if (written && kind !== 'const') unmapped.push(...listGiven([written], 'other'));
    for (const name of parts) unmapped.push(...listGiven(given.all(`${of}${name}`), 'ignored'));
    return null;
  }
  if (kind === 'line') unmapped.push(...listGiven(given.all(`${of}StepDuration`), 'ignored'));
  const step = readSigned(part('Step'), of === 'concurrency' ? 1 : 0);
  if (step === 0) throw new ImportError(refusal('flag_needs_number', { flag: `--${of}-step`, got: '0' }));
  const stepSeconds = kind === 'line' ? 1 : seconds(part('StepDuration'));
  if (stepSeconds === 0) throw new ImportError(refusal('flag_needs_time', { flag: `--${of}-step-duration`, got: '0' }));
  return {
    kind,
    start: numberOr(part('Start'), 0),
    step,
    stepSeconds,
    end: numberOr(part('End'), 0) || null,
    maxSeconds: seconds(part('MaxDuration')) || null,
  };
}

function seconds(written: Given | undefined): number {
  return written ? readTimeMs(written) / 1000 : 0;
}

/** A step down is below 0. */
function readSigned(written: Given | undefined, fallback: number): number {
  const isDown = written?.value.startsWith('-') === true;
  return numberOr(written && { ...written, value: written.value.replace(/^-/, '') }, fallback) * (isDown ? -1 : 1);
}
