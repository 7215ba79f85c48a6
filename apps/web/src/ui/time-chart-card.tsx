import { formatPlain, formatSignificant } from '@plimsoll/wording/number';
import type { ComponentProps } from 'react';
import { TimeChart } from '../charts/lazy.ts';
import { ChartCard } from './chart-card.tsx';

type CardProps = Pick<ComponentProps<typeof ChartCard>, 'id' | 'title' | 'summary' | 'actions'>;
interface Props extends Omit<ComponentProps<typeof TimeChart>, 'format'>, CardProps {
  /** Left out: these are amounts. */
  readonly format?: (value: number) => string;
}

/** Lines over time in their card, whose table shows what is drawn. */
export function TimeChartCard({ id, title, summary, actions, format, ...chart }: Props) {
  const { rows, series } = chart;
  return (
    <ChartCard id={id} title={title} summary={summary} series={series} rows={rows} format={format ?? formatSignificant} actions={actions}>
      <TimeChart {...(format ? { format } : { format: formatPlain, least: 1 })} {...chart} />
    </ChartCard>
  );
}
