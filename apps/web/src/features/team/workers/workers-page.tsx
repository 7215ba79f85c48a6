import '../../../i18n/workers-text.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { session } from '../../../api/team/session.ts';
import { workers as workersQuery } from '../../../api/team/workers.ts';
import { EmptyState } from '../../../ui/notice/empty-state.tsx';
import { Loaded } from '../../../ui/notice/loaded.tsx';
import { usePageTitle } from '../../../ui/page-title.ts';
import { TeamNav } from '../team-nav.tsx';
import { StartWorker } from './start-worker.tsx';
import { WorkerTable } from './worker-table.tsx';

/** Who makes the load, what each is at, and how one more is started. */
export function WorkersPage() {
  const { t } = useTranslation();
  usePageTitle(t('workers.title'));
  const { data: who } = useQuery(session);
  const list = useQuery(workersQuery);
  return (
    <>
      <h1>{who?.team?.name ?? t('workers.title')}</h1>
      <div className="sub">{t('workers.what')}</div>
      <TeamNav />
      <Loaded query={list} rows={6}>
        {({ items, start }) => (
          <div className="stack">
            {items.length === 0 ? (
              <EmptyState title={t('workers.none')} text={t(start ? 'workers.noneOwner' : 'workers.noneText')} />
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
