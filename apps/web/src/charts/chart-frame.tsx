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

/** Has the library drawn a chart on this page? Its code is compiled as it runs for the first time. */
let isWarm = false;

export function ChartFrame({ height, className = '', over, children: chart }: Props) {
  const { frame, width } = useWidth(0);
  const isThere = width > 0;
  const [isWhole, setWhole] = useState(isWarm);
  // The first chart of a page would keep the thread for too long: half of it is drawn, and then the whole in a task of its own. The library
  // forgets the marks of an axis that its lines come to later, so the whole is a chart of its own, too.
  useEffect(() => {
    if (!isThere || isWhole) return;
    const timer = setTimeout(() => {
      isWarm = true;
      setWhole(true);
    });
    return () => clearTimeout(timer);
  }, [isThere, isWhole]);
  return (
    <div ref={frame} className={`${chartStyles.chart} ${className}`} style={{ blockSize: height }}>
      {over}
      {isThere && (isWhole ? cloneElement(chart, { key: 'whole', width, height }) : firstHalf(chart, width, height))}
    </div>
  );
}

function firstHalf(chart: ReactElement<ChartProps>, width: number, height: number): ReactElement<ChartProps> {
  const marks = Children.toArray(chart.props.children);
  return cloneElement(chart, { key: 'half', width, height, children: marks.slice(0, Math.ceil(marks.length / 2)) });
}
