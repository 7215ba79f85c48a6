import { type AuditFilter, auditListSchema } from '@plimsoll/contracts/audit';
import { api } from '@plimsoll/contracts/paths';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { request } from '../client.ts';

function asked(filter: AuditFilter, cursor?: string): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filter, cursor })) if (value !== undefined) query.set(name, value);
  return query.size === 0 ? '' : `?${query}`;
}

/** The newest entries first, a page at a time. */
export const audit = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ signal, pageParam }) => request(api.audit + asked(filter, pageParam), auditListSchema, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

/** Where the same entries are had as JSON Lines. */
export const auditFileHref = (filter: AuditFilter): string => api.auditFile + asked(filter);
