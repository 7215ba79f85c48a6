import chartStyles from './chart.module.css';

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

export function IntervalBar({ low, high, middle, band, reach, colour, label }: Props) {
  const x = (value: number) => middleX + Math.max(-1, Math.min(1, value / reach)) * (middleX - 6);
  const clippedLow = low < -reach;
  const clippedHigh = high > reach;
  return (
    <svg
      viewBox={`0 0 ${width} 18`}
      className={chartStyles.chart}
      style={{ marginBlock: 0, display: 'block' }}
      role="img"
      aria-label={label}
    >
      <rect
        x={x(-band)}
        y={1}
        width={Math.max(2, x(band) - x(-band))}
        height={16}
        rx={3}
        fill="var(--line)"
        stroke="var(--field-line)"
        strokeWidth={0.5}
      />
      <path d={`M${middleX} 1V17`} stroke="var(--planned)" strokeWidth={1.5} />
      <path d={`M${x(low)} 9H${x(high)}`} stroke={colour} strokeWidth={2.4} strokeLinecap="round" />
      {clippedLow && <path d={`M${x(low) + 4} 5L${x(low) - 1} 9L${x(low) + 4} 13`} stroke={colour} strokeWidth={1.6} fill="none" />}
      {clippedHigh && <path d={`M${x(high) - 4} 5L${x(high) + 1} 9L${x(high) - 4} 13`} stroke={colour} strokeWidth={1.6} fill="none" />}
      <circle cx={x(middle)} cy={9} r={3.6} fill={colour} />
    </svg>
  );
}
