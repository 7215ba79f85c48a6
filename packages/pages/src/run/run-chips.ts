import type { Run, RunState } from '@plimsoll/contracts/run';
import type { Validity } from '@plimsoll/contracts/validity';
import { validityWords } from '@plimsoll/wording/en/names';
import { paragraph } from '@plimsoll/wording/list';
import { runStateWord } from '@plimsoll/wording/run-state';
import { createElement as h, type ReactNode } from 'react';
import { Chip, type IconName, type Tone } from '../chip.ts';

const states: Readonly<Record<RunState, readonly [Tone, IconName]>> = {
  queued: ['even', 'clock'],
  starting: ['live', 'clock'],
  running: ['live', 'dot'],
  stopping: ['live', 'stop'],
  completed: ['good', 'check'],
  stopped: ['even', 'stop'],
  auto_stopped: ['warn', 'alert'],
  worker_lost: ['bad', 'unplugged'],
  control_lost: ['bad', 'unplugged'],
  start_failed: ['bad', 'ban'],
  target_refused: ['bad', 'ban'],
};
const failedIcons = { bad: 'unplugged', warn: 'alert' } as const;

/** How a run ended, and how far it failed. */
export function StateChip({ run }: { run: Pick<Run, 'state' | 'ending' | 'summary'> }): ReactNode {
  const [tone, icon] = states[run.state];
  const { text, tone: failed } = runStateWord(run);
  return h(Chip, { mark: { tone: failed ?? tone, icon: failed ? failedIcons[failed] : icon, word: text } });
}

const stamps: Readonly<Record<Validity['stamp'], readonly [Tone, IconName]>> = {
  valid: ['good', 'shieldCheck'],
  unwatched: ['even', 'shieldQuestion'],
  degraded: ['warn', 'alert'],
  invalid: ['bad', 'shieldCross'],
};

/** Was the generator fit to measure? */
export function ValidityChip({ validity }: { validity: Pick<Validity, 'stamp' | 'reasons'> }): ReactNode {
  const [tone, icon] = stamps[validity.stamp];
  return h(Chip, {
    mark: { tone, icon, word: validityWords[validity.stamp] },
    title: paragraph(validity.reasons) || (validity.stamp === 'valid' ? validityWords.validWhy : undefined),
  });
}
