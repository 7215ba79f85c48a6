/** The table of a plan's requests where a script runs: the heads sort, a name picks that request for the charts. */
import { type RequestColumn, type RequestRows, requestColumns } from '@plimsoll/pages/request-rows';
import { type RequestControls, RequestTable } from '@plimsoll/pages/request-table';
import { requestsWords } from '@plimsoll/wording/en/run';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { z } from 'zod';
import { Sparkline } from '../../../charts/sparkline.tsx';
import { useSearchState } from '../../../ui/search-state.ts';
import styles from './request-table.module.css';

const searchSchema = z.object({
  /** `p99Us` largest first, `-p99Us` smallest first, else the plan's order. */
  order: z.string().default('').catch(''),
  request: z.string().nullable().default(null).catch(null),
});

/** The request the charts are to show alone, as the URL has it; null where the run has none of that name. */
export function usePickedRequest(table: RequestRows | null): string | null {
  const [{ request }] = useSearchState(searchSchema);
  return table?.rows.some(({ name }) => name === request) ? request : null;
}

export function useRequestControls(picked: string | null, live = false): RequestControls {
  const [{ order }, change] = useSearchState(searchSchema);
  const ascending = order.startsWith('-');
  const by = requestColumns.find((column) => column === order.replace('-', '')) ?? null;
  const sortBy = (column: RequestColumn) => change({ order: by !== column ? column : ascending ? undefined : `-${column}` });
  return {
    by,
    ascending,
    head: (column, name) => (
      <button type="button" className={styles.sort} title={requestsWords.sort({ column: name })} onClick={() => sortBy(column)}>
        {by === column && (ascending ? <IconArrowUp size={13} aria-hidden /> : <IconArrowDown size={13} aria-hidden />)}
        {name}
      </button>
    ),
    name: (request) => {
      if (request === null && picked === null) return requestsWords.all;
      const pressed = request !== null && request === picked;
      return (
        <button
          type="button"
          className={styles.pickOne}
          aria-pressed={pressed}
          onClick={() => change({ request: pressed || request === null ? undefined : request })}
        >
          {request ?? requestsWords.all}
        </button>
      );
    },
    spark: ({ recentP99Us }) => <Sparkline values={recentP99Us} />,
    hint: picked === null ? (live ? requestsWords.liveHint : requestsWords.hint) : requestsWords.only({ name: picked }),
  };
}

interface Props {
  readonly table: RequestRows;
  readonly picked: string | null;
  readonly live: boolean;
}

export function PickableRequests({ table, picked, live }: Props) {
  return <RequestTable table={table} live={live} controls={useRequestControls(picked, live)} />;
}
