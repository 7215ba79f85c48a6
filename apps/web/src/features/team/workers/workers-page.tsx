import { workersWords } from '@plimsoll/wording/en/workers';
import { useQuery } from '@tanstack/react-query';
import { session } from '../../../api/team/session.ts';
import { workers as workersQuery } from '../../../api/team/workers.ts';
import { EmptyState } from '../../../ui/notice/empty-state.tsx';
import { Loaded } from '../../../ui/notice/loaded.tsx';
import { usePageTitle } from '../../../ui/page-title.ts';
import { TeamNav } from '../team-nav.tsx';
import { StartWorker } from './start-worker.tsx';
import { WorkerTable } from './worker-table.tsx';

/** The workers, the state of each, and the way to start one more. */
export function WorkersPage() {
  usePageTitle(workersWords.title);
  const { data: who } = useQuery(session);
  const list = useQuery(workersQuery);
  return (
    <>
      <h1>{who?.team?.name ?? workersWords.title}</h1>
      <div className="sub">{workersWords.what}</div>
      <TeamNav />
      <Loaded query={list} rows={6}>
        {({ items, start }) => (
          <div className="stack">
            {items.length === 0 ? (
              <EmptyState title={workersWords.none} text={start ? workersWords.noneOwner : workersWords.noneText} />
            ) : (
              <WorkerTable workers={items} drains={start !== null} />
            )}
            {start && <StartWorker start={start} />}
          </div>
        )}
      </Loaded>
    </>
  );
}
