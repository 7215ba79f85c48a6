import type { ExperimentState } from '@plimsoll/contracts/experiment-list';
import { experimentStateWords } from '@plimsoll/wording/en/experiment';
import { IconBan, IconCheck, IconCircleDot, IconClock, IconPlayerStop, type TablerIcon } from '@tabler/icons-react';
import { Chip, type Tone } from '../../ui/chip.tsx';

const looks: Record<ExperimentState, readonly [Tone, TablerIcon]> = {
  queued: ['even', IconClock],
  running: ['live', IconCircleDot],
  stopping: ['live', IconPlayerStop],
  completed: ['good', IconCheck],
  stopped: ['even', IconPlayerStop],
  failed: ['bad', IconBan],
};

export function ExperimentChip({ state }: { state: ExperimentState }) {
  const [tone, icon] = looks[state];
  return (
    <Chip tone={tone} icon={icon}>
      {experimentStateWords[state]}
    </Chip>
  );
}
