import { createElement as h, type ReactNode } from 'react';

/** A 95 % interval of a relative change around zero; the grey band is the minimum effect. Plain SVG. */
interface Props {
  readonly low: number;
  readonly high: number;
  readonly middle: number;
  readonly band: number;
  /** Half-width of the axis, the same for all rows of a table. */
  readonly reach: number;
  readonly colour: string;
  readonly label: string;
}

const width = 200;
const middleX = width / 2;

export function IntervalBar({ low, high, middle, band, reach, colour, label }: Props): ReactNode {
  const x = (value: number) => middleX + Math.max(-1, Math.min(1, value / reach)) * (middleX - 6);
  const grey = { y: 1, height: 16, rx: 3, fill: 'var(--line)', stroke: 'var(--field-line)', strokeWidth: 0.5 };
  const beyond = { stroke: colour, strokeWidth: 1.6, fill: 'none' };
  return h(
    'svg',
    { viewBox: `0 0 ${width} 18`, role: 'img', 'aria-label': label },
    h('rect', { x: x(-band), width: Math.max(2, x(band) - x(-band)), ...grey }),
    h('path', { d: `M${middleX} 1V17`, stroke: 'var(--planned)', strokeWidth: 1.5 }),
    h('path', { d: `M${x(low)} 9H${x(high)}`, stroke: colour, strokeWidth: 2.4, strokeLinecap: 'round' }),
    low < -reach && h('path', { d: `M${x(low) + 4} 5L${x(low) - 1} 9L${x(low) + 4} 13`, ...beyond }),
    high > reach && h('path', { d: `M${x(high) - 4} 5L${x(high) + 1} 9L${x(high) - 4} 13`, ...beyond }),
    h('circle', { cx: x(middle), cy: 9, r: 3.6, fill: colour }),
  );
}
