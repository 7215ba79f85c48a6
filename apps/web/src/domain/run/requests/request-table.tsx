/** Each request of a plan with several beside their total; the heads sort, a name picks that request for the charts. */
import { timesFigures } from '@plimsoll/contracts/percentiles';
import { type Column, DataTable } from '@plimsoll/pages/data-table';
import { requestsWords } from '@plimsoll/wording/en/run';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { timeColumn } from '@plimsoll/wording/time';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { z } from 'zod';
import { Sparkline } from '../../../charts/sparkline.tsx';
import { useSearchState } from '../../../ui/search-state.ts';
import { timeName } from '../time-name.ts';
import { isLive, type RequestColumn, type RequestRow, type RequestRows, requestColumns, sortedRows, timesOf } from './request-rows.ts';
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

interface Props {
  readonly table: RequestRows;
  readonly picked: string | null;
  readonly live: boolean;
}

export function RequestTable({ table, picked, live }: Props) {
  const [{ order }, change] = useSearchState(searchSchema);
  const ascending = order.startsWith('-');
  const by = requestColumns.find((column) => column === order.replace('-', '')) ?? null;
  const columns = requestColumns.filter((column) => !live || isLive(column));
  const sortBy = (column: RequestColumn) => change({ order: by !== column ? column : ascending ? undefined : `-${column}` });
  const isTotal = (row: RequestRow) => row === table.total;
  const nameColumn: Column<RequestRow> = {
    key: 'name',
    head: requestsWords.name,
    naming: true,
    cell: (row) => {
      if (isTotal(row) && picked === null) return requestsWords.all;
      const pressed = !isTotal(row) && row.name === picked;
      return (
        <button
          type="button"
          className={styles.pickOne}
          aria-pressed={pressed}
          onClick={() => change({ request: pressed || isTotal(row) ? undefined : row.name })}
        >
          {isTotal(row) ? requestsWords.all : row.name}
        </button>
      );
    },
  };
  const nameOf = (column: RequestColumn) => {
    const listed = timesOf(column);
    if (!listed) return requestsWords[column as 'share'];
    const { name } = timesFigures[listed.field];
    return listed.times === 'responseTime' ? name : `${timeName(listed.times)} ${name}`;
  };
  const figures = columns.map((column): Column<RequestRow> => {
    const write = timeColumn([...table.rows, table.total].map((row) => row[column]));
    return {
      key: column,
      head: (
        <button type="button" className={styles.sort} title={requestsWords.sort({ column: nameOf(column) })} onClick={() => sortBy(column)}>
          {by === column && (ascending ? <IconArrowUp size={13} aria-hidden /> : <IconArrowDown size={13} aria-hidden />)}
          {nameOf(column)}
        </button>
      ),
      sorted: by !== column ? 'none' : ascending ? 'ascending' : 'descending',
      numeric: true,
      wideOnly: isForWide(column),
      cell: (row) => <Figure row={row} column={column} format={write} live={live} total={isTotal(row)} />,
    };
  });
  return (
    <section className="stack" style={{ gap: 8, marginBlockStart: 16 }} aria-label={requestsWords.title}>
      <DataTable
        label={requestsWords.title}
        className={styles.requestTable}
        columns={[nameColumn, ...figures]}
        rows={[...sortedRows(table.rows, by, ascending), table.total]}
        rowKey={(row) => (isTotal(row) ? 'total' : `request ${row.name}`)}
        rowClass={(row) => (isTotal(row) ? styles.requestTotal : undefined)}
      />
      <p className="small soft" style={{ margin: 0 }}>
        {picked === null ? (live ? requestsWords.liveHint : requestsWords.hint) : requestsWords.only({ name: picked })}
      </p>
    </section>
  );
}

/** The columns that a phone does without. */
const isForWide = (column: RequestColumn) => column === 'share' || column === 'p90Us' || column.includes('.');

interface FigureProps {
  readonly row: RequestRow;
  readonly column: RequestColumn;
  readonly format: (us: number | null) => string;
  readonly live: boolean;
  readonly total: boolean;
}

function Figure({ row, column, format, live, total }: FigureProps) {
  const text = () => {
    if (column === 'share' || column === 'errorRate') return formatShare(row[column]);
    if (column === 'perSecond') return formatRate(row.perSecond);
    return format(row[column]);
  };
  return (
    <>
      <span className={column === 'errorRate' && row.errorRate ? styles.hasErrors : ''}>{text()}</span>
      {column === 'share' && !total && (
        <span className={styles.shareBar} aria-hidden="true">
          <span style={{ inlineSize: `${(row.share ?? 0) * 100}%` }} />
        </span>
      )}
      {column === 'p99Us' && live && <Sparkline values={row.recentP99Us} />}
    </>
  );
}
