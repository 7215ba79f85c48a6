import { LineKey } from '@plimsoll/pages/line-look';
import chartStyles from './chart.module.css';
import type { ChartRow, Series } from './types.ts';

interface Props {
  readonly series: readonly Series[];
  readonly format: (value: number) => string;
  readonly title: (x: number) => string;
  readonly active?: boolean;
  readonly payload?: readonly { readonly payload?: ChartRow }[];
  readonly label?: string | number;
}

/** The values under the cursor: every series, in the order of the legend. */
export function ChartTip({ series, format, title, active, payload, label }: Props) {
  const row = payload?.[0]?.payload;
  if (!active || !row) return null;
  return (
    <div className={chartStyles.tip}>
      <b>{title(Number(label ?? row.x))}</b>
      {series.map((one) => {
        const value = row[one.key];
        return value === null || value === undefined ? null : (
          <div key={one.key} className="row nowrap" style={{ gap: 8 }}>
            <LineKey look={one} />
            <span className="soft">{one.name}</span>
            <span className="num push">{(one.format ?? one.share ?? format)(value)}</span>
          </div>
        );
      })}
    </div>
  );
}
