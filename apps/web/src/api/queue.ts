import { api } from '@plimsoll/contracts/paths';
import { queueSchema } from '@plimsoll/contracts/queue';
import { queryOptions } from '@tanstack/react-query';
import { request } from './client.ts';

/** Its sentences name times, in the reader's time zone. */
function queuePath(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return timeZone ? `${api.queue}?${new URLSearchParams({ timezone: timeZone })}` : api.queue;
}

export const queue = queryOptions({
  queryKey: ['queue'],
  queryFn: ({ signal }) => request(queuePath(), queueSchema, { signal }),
  refetchInterval: (query) => (query.state.data?.items.length ? 2_000 : 10_000),
});
