/** The room of a chart: as wide as its parent and `height` px high, there before the chart is. */
import { Children, cloneElement, type ReactElement, type ReactNode, useEffect, useState } from 'react';
import chartStyles from './chart.module.css';
import { useWidth } from './use-width.ts';

interface ChartProps {
  readonly width?: number;
  readonly height?: number;
  readonly children?: ReactNode;
}

interface Props {
  readonly height: number;
  readonly className?: string | undefined;
  /** Stands over the chart, and is none of its marks. */
  readonly over?: ReactNode;
  /** A chart of the library: it is drawn in the width that there is, once the browser has laid the page out by itself. */
  readonly children: ReactElement<ChartProps>;
}

export function ChartFrame({ height, className = '', over, children: chart }: Props) {
  const { frame, width } = useWidth(0);
  const isThere = width > 0;
  const marks = Children.toArray(chart.props.children);
  const [isWhole, setWhole] = useState(false);
  // Half of its marks first, the rest in a task of its own: the first chart of a page keeps the thread for too long else.
  useEffect(() => {
    if (!isThere) return;
    const timer = setTimeout(() => setWhole(true));
    return () => clearTimeout(timer);
  }, [isThere]);
  return (
    <div ref={frame} className={`${chartStyles.chart} ${className}`} style={{ blockSize: height }}>
      {over}
      {isThere && cloneElement(chart, { width, height, children: isWhole ? marks : marks.slice(0, marks.length / 2) })}
    </div>
  );
}
