import type { Worker } from '@plimsoll/contracts/workers';
import { formatMoment } from '@plimsoll/wording/date';
import { workersWords } from '@plimsoll/wording/en/workers';
import { IconCheck, IconHandStop, IconHourglass, IconPlayerPlay, IconPlugOff, type TablerIcon } from '@tabler/icons-react';
import { Chip, type Tone } from '../../../ui/chip.tsx';

const looks = {
  idle: { tone: 'good', icon: IconCheck },
  busy: { tone: 'live', icon: IconPlayerPlay },
  draining: { tone: 'warn', icon: IconHourglass },
  drained: { tone: 'even', icon: IconHandStop },
  offline: { tone: 'bad', icon: IconPlugOff },
} as const satisfies Record<string, { readonly tone: Tone; readonly icon: TablerIcon }>;

function stateOf({ online, drainingSince, runsUnderWay, experimentsUnderWay }: Worker): keyof typeof looks {
  if (!online) return 'offline';
  const busy = runsUnderWay + experimentsUnderWay > 0;
  if (drainingSince !== null) return busy ? 'draining' : 'drained';
  return busy ? 'busy' : 'idle';
}

/** The state of a worker: free, at work, draining, drained, or gone without a word. */
export function WorkerState({ worker }: { worker: Worker }) {
  const state = stateOf(worker);
  const title = worker.drainingSince === null ? undefined : workersWords.drainingSince({ since: formatMoment(worker.drainingSince) });
  return (
    <Chip {...looks[state]} {...(title === undefined ? {} : { title })}>
      {workersWords.states[state]}
    </Chip>
  );
}
