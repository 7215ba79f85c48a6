/** Each request of a plan with several beside their total; the heads sort, a name picks that request for the charts. */
import '../../i18n/run-text.ts';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { formatUs, timeUnit } from '@plimsoll/wording/time';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Sparkline } from '../../charts/sparkline.tsx';
import { ScrollBox } from '../scroll-box.tsx';
import { useSearchState } from '../search-state.ts';
import './request-table.css';
import { type RequestColumn, type RequestRow, type RequestRows, requestColumns, sortedRows } from './request-rows.ts';

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
  const { t } = useTranslation();
  const [{ order }, change] = useSearchState(searchSchema);
  const ascending = order.startsWith('-');
  const by = requestColumns.find((column) => column === order.replace('-', '')) ?? null;
  const columns = requestColumns.filter((column) => !live || column !== 'firstByteP50Us');
  const unit = timeUnit(table.rows.map((row) => row.p99Us));
  const sortBy = (column: RequestColumn) => change({ order: by !== column ? column : ascending ? undefined : `-${column}` });
  const pick = (name: string) => change({ request: name === picked ? undefined : name });
  return (
    <section className="stack" style={{ gap: 8, marginBlockStart: 16 }} aria-label={t('requests.title')}>
      <ScrollBox label={t('requests.title')}>
        <table className="table request-table" aria-label={t('requests.title')}>
          <thead>
            <tr>
              <th scope="col">{t('requests.name')}</th>
              {columns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  className={cellClass(column)}
                  aria-sort={by !== column ? 'none' : ascending ? 'ascending' : 'descending'}
                >
                  <button
                    type="button"
                    className="sort"
                    title={t('requests.sort', { column: t(`requests.${column}`) })}
                    onClick={() => sortBy(column)}
                  >
                    {by === column && (ascending ? <IconArrowUp size={13} aria-hidden /> : <IconArrowDown size={13} aria-hidden />)}
                    {t(`requests.${column}`)}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sortedRows(table.rows, by, ascending).map((row) => (
              <Row key={row.name} row={row} columns={columns} format={(us) => formatUs(us, unit)} live={live}>
                <button type="button" className="pick" aria-pressed={row.name === picked} onClick={() => pick(row.name)}>
                  {row.name}
                </button>
              </Row>
            ))}
            <Row row={table.total} columns={columns} format={(us) => formatUs(us, unit)} live={live} total>
              {picked === null ? (
                t('requests.all')
              ) : (
                <button type="button" className="pick" aria-pressed={false} onClick={() => change({ request: undefined })}>
                  {t('requests.all')}
                </button>
              )}
            </Row>
          </tbody>
        </table>
      </ScrollBox>
      <p className="small soft" style={{ margin: 0 }}>
        {picked === null ? t(live ? 'requests.liveHint' : 'requests.hint') : t('requests.only', { name: picked })}
      </p>
    </section>
  );
}

/** What a phone can do without. */
const forWide: readonly RequestColumn[] = ['share', 'p90Us', 'firstByteP50Us'];
const cellClass = (column: RequestColumn) => (forWide.includes(column) ? 'n not-narrow' : 'n');

interface RowProps {
  readonly row: RequestRow;
  readonly columns: readonly RequestColumn[];
  readonly format: (us: number | null) => string;
  readonly live: boolean;
  readonly total?: boolean;
  readonly children: ReactNode;
}

function Row({ row, columns, format, live, total = false, children }: RowProps) {
  const text = (column: RequestColumn) => {
    if (column === 'share' || column === 'errorRate') return formatShare(row[column]);
    if (column === 'perSecond') return formatRate(row.perSecond);
    return format(row[column]);
  };
  return (
    <tr className={total ? 'request-total' : ''}>
      <th scope="row">{children}</th>
      {columns.map((column) => (
        <td key={column} className={cellClass(column)}>
          <span className={column === 'errorRate' && row.errorRate ? 'has-errors' : ''}>{text(column)}</span>
          {column === 'share' && !total && (
            <span className="share-bar" aria-hidden="true">
              <span style={{ inlineSize: `${(row.share ?? 0) * 100}%` }} />
            </span>
          )}
          {column === 'p99Us' && live && <Sparkline values={row.recentP99Us} />}
        </td>
      ))}
    </tr>
  );
}
