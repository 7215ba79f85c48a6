/** The frame of every chart: heading, legend, a one-sentence summary that is also the picture's text, and the same numbers as a table. */
import { ActionIcon } from '@mantine/core';
import { DataTable } from '@plimsoll/pages/data-table';
import { LineKey } from '@plimsoll/pages/line-look';
import { chartWords } from '@plimsoll/wording/en/chart';
import { formatClock } from '@plimsoll/wording/time';
import { IconChartLine, IconTable } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { z } from 'zod';
import type { ChartRow, Series } from '../charts/types.ts';
import styles from './chart-card.module.css';
import { InTurn } from './in-turn.tsx';
import { useSearchState } from './search-state.ts';

interface Props {
  /** Stands in the URL when shown as a table. */
  readonly id: string;
  readonly title: string;
  /** Empty: nothing is known of the whole. */
  readonly summary: string;
  readonly series: readonly Series[];
  readonly rows: readonly ChartRow[];
  readonly format: (value: number) => string;
  /** May be a link to what stands at `x`. */
  readonly formatX?: (x: number) => ReactNode;
  readonly xLabel?: string;
  readonly actions?: ReactNode;
  readonly height?: number;
  /** A single line named by the heading needs none. */
  readonly legend?: boolean;
  /** The chart can be used, so it is no picture: it names itself. */
  readonly interactive?: boolean;
  readonly children: ReactNode;
}

const searchSchema = z.object({ table: z.string().default('').catch('') });

export function ChartCard(props: Props) {
  const { id, title, summary, series, rows, format, formatX = formatClock, xLabel, actions, height = 190, legend = true } = props;
  const { interactive = false, children } = props;
  const [{ table }, change] = useSearchState(searchSchema);
  const shown = table.split(',').filter(Boolean);
  const asTable = shown.includes(id);
  const toggle = () => change({ table: (asTable ? shown.filter((one) => one !== id) : [...shown, id]).join(',') || undefined });
  const headingId = useId();
  const label = asTable ? chartWords.asChart({ title }) : chartWords.asTable({ title });
  return (
    <section className="card pad" aria-labelledby={headingId}>
      <div className="row nowrap">
        <h2 id={headingId}>{title}</h2>
        <span className="push row nowrap" style={{ gap: 4 }}>
          {actions}
          <ActionIcon size="sm" aria-label={label} data-hint={label} aria-pressed={asTable} onClick={toggle}>
            {asTable ? <IconChartLine size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
          </ActionIcon>
        </span>
      </div>
      {legend && series.length > 0 && <Legend series={series} />}
      {asTable && series.length > 0 ? (
        <NumbersTable
          rows={rows}
          series={series}
          format={format}
          formatX={formatX}
          xLabel={xLabel ?? chartWords.time}
          title={title}
          height={height}
        />
      ) : (
        <div {...(interactive ? {} : { role: 'img', 'aria-label': summary ? `${title}. ${summary}` : title })}>
          <InTurn space={<div aria-busy="true" style={{ blockSize: height + 8 }} />}>{children}</InTurn>
        </div>
      )}
      {summary && <div className={styles.chartFoot}>{summary}</div>}
    </section>
  );
}

function Legend({ series }: { series: readonly Series[] }) {
  return (
    <div className={styles.legend} style={{ marginBlockStart: 4 }} aria-hidden="true">
      {series.map((one) => (
        <span key={one.key}>
          <LineKey look={one} />
          {one.name}
        </span>
      ))}
    </div>
  );
}

interface TableProps extends Pick<Props, 'rows' | 'series' | 'format' | 'title'> {
  readonly formatX: (x: number) => ReactNode;
  readonly xLabel: string;
  readonly height: number;
}

function NumbersTable({ rows, series, format, formatX, xLabel, title, height }: TableProps) {
  const formatValue = (value: number | null | undefined, write: (value: number) => string) =>
    value === null || value === undefined ? '–' : write(value);
  return (
    <DataTable
      label={chartWords.tableOf({ title })}
      bare
      dense
      style={{ blockSize: height + 8 }}
      rows={rows}
      rowKey={({ x }) => x}
      columns={[
        { key: ' x', head: xLabel, className: 'num', cell: ({ x }) => formatX(x) },
        ...series.map(({ key, name, share = format, format: own = share }) => ({
          key,
          head: name,
          numeric: true,
          cell: (row: ChartRow) => formatValue(row[key], own),
        })),
      ]}
    />
  );
}
