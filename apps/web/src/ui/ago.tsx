import { formatAgo, formatMoment } from '@plimsoll/wording/date';

/** `12 min`, and the whole date on hover. `at` is an ISO date; `nowMs` comes from `useNow`, once for a whole table. */
export function Ago({ at, nowMs }: { at: string; nowMs: number }) {
  return (
    <time dateTime={at} title={formatMoment(at)}>
      {formatAgo(at, nowMs)}
    </time>
  );
}
