import type { Run } from '@plimsoll/contracts/run';
import { formatHour } from '@plimsoll/wording/date';
import { queueWords } from '@plimsoll/wording/en/app';
import { useQuery } from '@tanstack/react-query';
import { queue } from '../../../api/queue.ts';

/** Where a queued run stands in the queue, and why it waits: the same words as on Home. */
export function QueuePlace({ run }: { run: Run }) {
  const { data } = useQuery(queue);
  const item = data?.items.find(({ id }) => id === (run.experimentId ?? run.id));
  if (!item) return null;
  return (
    <p className="small soft" style={{ margin: 0 }}>
      {queueWords.place({ position: item.position })} {item.waitsFor}
      {item.expectedStart !== null && ` ${queueWords.expected({ time: formatHour(item.expectedStart, Date.now()) })}`}
    </p>
  );
}
