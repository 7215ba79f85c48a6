import type { Summary } from '@plimsoll/contracts/summary';
import type { CountedAs } from '@plimsoll/wording/counted-as';
import { errorsWords, requestsWords } from '@plimsoll/wording/en/run';
import { errorName } from '@plimsoll/wording/names';
import { formatCount } from '@plimsoll/wording/number';
import { formatShare } from '@plimsoll/wording/share';
import { formatClock } from '@plimsoll/wording/time';
import { createElement as h, type ReactNode } from 'react';
import { CallStatuses } from './call-tables.ts';
import { StatusTable } from './run-tables.ts';

interface Props {
  readonly summary: Summary | null;
  readonly counted: CountedAs;
  /** The chart of errors by kind, where there is one. */
  readonly children?: ReactNode;
}

type Group = Summary['errors'][number];

/** Statuses, then failures by kind, each with one example of what came back. */
export function ErrorGroups({ summary, counted, children }: Props): ReactNode {
  const groups = summary?.errors ?? [];
  const requests = summary?.requests ?? 0;
  // A file of another tool may count failures without saying what they were.
  const untold = groups.reduce((left, { count }) => left - count, summary?.failed ?? 0);
  return h(
    'div',
    { className: 'grid2' },
    summary?.grpc && h('div', { className: 'whole-line' }, h(CallStatuses, { grpc: summary.grpc })),
    summary && h(StatusTable, { summary, counted }),
    groups.length > 0 && children,
    groups.length === 0 && untold <= 0
      ? (summary?.errorRate !== null || requests === 0) &&
          h('div', { className: 'card pad whole-line' }, h('b', null, errorsWords.none), ' ', errorsWords.noneText(counted))
      : h(
          'div',
          { className: children ? 'stack error-groups' : 'stack error-groups whole-line' },
          groups.map((group) => drawGroup(group, errorName(group.kind), requests)),
          untold > 0 && drawGroup({ kind: '', count: untold, example: null }, errorsWords.untold, requests),
        ),
  );
}

function drawGroup({ kind, count, example }: Group, name: string, requests: number): ReactNode {
  const figures = `${formatCount(count)} · ${formatShare(requests > 0 ? count / requests : null)}`;
  return h(
    'section',
    { key: kind, className: 'card pad', 'aria-label': name },
    h('div', { className: 'row' }, h('h2', null, name), h('span', { className: 'push num soft small' }, figures)),
    example &&
      h(
        'p',
        { className: 'small soft' },
        errorsWords.first({ at: formatClock(example.second) }),
        ' ',
        example.request && h('b', null, requestsWords.inError({ name: example.request })),
        ` ${example.message}`,
      ),
    // A scrolling region is reachable by keyboard.
    example?.body && h('pre', { className: 'example', tabIndex: 0 }, example.body),
  );
}
