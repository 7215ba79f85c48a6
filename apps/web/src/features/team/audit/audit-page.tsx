import { Button } from '@mantine/core';
import type { AuditFilter } from '@plimsoll/contracts/audit';
import { auditWords } from '@plimsoll/wording/en/audit';
import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { audit, auditFileHref } from '../../../api/team/audit.ts';
import { session } from '../../../api/team/session.ts';
import { Loading } from '../../../ui/notice/loading.tsx';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import { usePageTitle } from '../../../ui/page-title.ts';
import { useSearchState } from '../../../ui/search-state.ts';
import { TeamNav } from '../team-nav.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { auditSearchSchema, filterOf } from './audit-search.ts';
import { AuditTable } from './audit-table.tsx';

/** The audit log: person, deed and object, time and place. */
export function AuditPage() {
  usePageTitle(auditWords.title);
  const { data: who } = useQuery(session);
  const [search] = useSearchState(auditSearchSchema);
  const filter = useMemo(() => filterOf(search), [search]);
  return (
    <>
      <div className="row nowrap">
        <h1 style={{ overflowWrap: 'anywhere', minInlineSize: 0 }}>{who?.team?.name ?? auditWords.title}</h1>
        <span className="push" />
        <Button
          component="a"
          style={{ flex: 'none' }}
          href={auditFileHref(filter)}
          download
          leftSection={<IconDownload size={15} aria-hidden />}
        >
          {auditWords.export}
        </Button>
      </div>
      <div className="sub">{auditWords.what}</div>
      <TeamNav />
      <AuditFilters />
      <Entries filter={filter} />
    </>
  );
}

function Entries({ filter }: { filter: AuditFilter }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(audit(filter));
  if (error && !data) return <ProblemNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Loading rows={10} />;
  return (
    <>
      {error && <ProblemNotice error={error} retry={() => void refetch()} />}
      <AuditTable entries={data.pages.flatMap(({ items }) => items)} />
      {hasNextPage && (
        <Button mt="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {auditWords.more}
        </Button>
      )}
    </>
  );
}
