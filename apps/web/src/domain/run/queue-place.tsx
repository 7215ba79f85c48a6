import { formatHour } from '@plimsoll/wording/date';
import { queueWords } from '@plimsoll/wording/en/app';
import { useQuery } from '@tanstack/react-query';
import { queue } from '../../api/queue.ts';

/** Where a load stands in the queue, and why it waits: the same words as on Home. `id`: of a run or an experiment. */
export function QueuePlace({ id }: { id: string }) {
  const { data } = useQuery(queue);
  const item = data?.items.find((one) => one.id === id);
  if (!item) return null;
  return (
    <span className="small soft">
      {queueWords.place({ position: item.position })} {item.waitsFor}
      {item.expectedStart !== null && ` ${queueWords.expected({ time: formatHour(item.expectedStart, Date.now()) })}`}
    </span>
  );
}
