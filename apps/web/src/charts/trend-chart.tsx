/**
 * One figure over the runs of a plan, oldest first, a step a run: baseline as a line, changes of level as marks. A click opens
 * the run; by keyboard the arrows go from run to run and Enter opens.
 */

import { linearTicks } from '@plimsoll/wording/ticks';
import { type KeyboardEvent, useId, useState } from 'react';
import { CartesianGrid, DefaultZIndexes, Line, LineChart, ReferenceLine, Tooltip, XAxis, YAxis } from 'recharts';
import chartStyles from './chart.module.css';
import { ChartFrame } from './chart-frame.tsx';
import { xAxisLook, yAxisLook } from './chart-look.ts';
import { ChangeMark, LevelMark } from './chart-marks.tsx';
import styles from './trend-chart.module.css';

export interface TrendMark {
  readonly runId: string;
  /** Short date under the axis. */
  readonly day: string;
  readonly value: number | null;
  /** Lines of the card under the cursor. */
  readonly lines: readonly string[];
  readonly tone: 'good' | 'bad' | 'warn' | 'even';
  /** An invalid run: drawn hollow. */
  readonly hollow: boolean;
}

interface Props {
  readonly marks: readonly TrendMark[];
  /** Index of the first run of each new level. */
  readonly changes: readonly { readonly index: number; readonly label: string }[];
  readonly baseline: { readonly value: number; readonly label: string } | null;
  readonly format: (value: number) => string;
  readonly height?: number;
  /** Name of the list that a screen reader hears. */
  readonly label: string;
  onOpen(runId: string): void;
}

const colours = { good: 'var(--good)', bad: 'var(--bad)', warn: 'var(--warn)', even: 'var(--accent)' };

export function TrendChart({ marks, changes, baseline, format, height = 260, label, onOpen }: Props) {
  const [active, setActive] = useState<number | null>(null);
  const id = useId();
  const last = marks.length - 1;
  const onKeyDown = (event: KeyboardEvent) => {
    const here = active ?? last;
    const to = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: last }[event.key];
    const mark = marks[here];
    if (to !== undefined) setActive(Math.min(last, Math.max(0, to)));
    else if ((event.key === 'Enter' || event.key === ' ') && mark) onOpen(mark.runId);
    else return;
    event.preventDefault();
  };
  const rows = marks.map((mark, x) => ({ ...mark, x }));
  const highest = Math.max(baseline?.value ?? 0, ...marks.map((mark) => mark.value ?? 0));
  const ticks = linearTicks(highest * 1.04);
  return (
    <ChartFrame
      height={height}
      className={styles.trend}
      over={
        <div
          className="sr-only"
          role="listbox"
          tabIndex={0}
          aria-label={label}
          aria-orientation="horizontal"
          aria-activedescendant={active === null ? undefined : `${id}-${active}`}
          onFocus={() => setActive(last)}
          onBlur={() => setActive(null)}
          onKeyDown={onKeyDown}
        >
          {marks.map((mark, index) => (
            <div key={mark.runId} id={`${id}-${index}`} role="option" aria-selected={index === active} tabIndex={-1}>
              {[mark.value === null ? '–' : format(mark.value), ...mark.lines].join(', ')}
            </div>
          ))}
        </div>
      }
    >
      <LineChart
        data={rows}
        margin={{ top: 18, right: 14, bottom: 0, left: 0 }}
        accessibilityLayer={false}
        onClick={(state) => {
          const mark = marks[Number(state?.activeTooltipIndex)];
          if (mark) onOpen(mark.runId);
        }}
        style={{ cursor: 'pointer' }}
      >
        <CartesianGrid vertical={false} stroke="var(--hair)" />
        <XAxis
          {...xAxisLook}
          domain={[-0.5, Math.max(1, marks.length) - 0.5]}
          ticks={dayTicks(marks)}
          tickFormatter={(x: number) => marks[x]?.day ?? ''}
        />
        <YAxis {...yAxisLook} domain={[0, ticks.at(-1) ?? 1]} ticks={ticks} tickFormatter={format} />
        <Tooltip isAnimationActive={false} cursor={{ stroke: 'var(--ink3)' }} content={<Card format={format} />} />
        {changes.map((change, at) => (
          <ReferenceLine
            key={change.index}
            x={change.index - 0.5}
            stroke="var(--warn)"
            strokeDasharray="5 4"
            label={<ChangeMark text={change.label} lower={at % 2 === 1} />}
          />
        ))}
        {baseline && (
          <ReferenceLine y={baseline.value} stroke="var(--planned)" strokeWidth={1.4} label={<LevelMark text={baseline.label} />} />
        )}
        <Line
          dataKey="value"
          stroke="var(--accent)"
          strokeWidth={1.6}
          isAnimationActive={false}
          connectNulls
          dot={Dot}
          activeDot={{ r: 6, fill: 'var(--accent)' }}
        />
        {active !== null && (
          <ReferenceLine
            x={active}
            stroke="var(--ink3)"
            zIndex={DefaultZIndexes.activeDot}
            label={<Reached mark={marks[active]} format={format} />}
          />
        )}
      </LineChart>
    </ChartFrame>
  );
}

/** At most seven runs name their day. */
function dayTicks(marks: readonly TrendMark[]): number[] {
  const step = Math.max(1, Math.ceil(marks.length / 7));
  return marks.map((_, index) => index).filter((index) => index % step === 0);
}

function Dot({ cx, cy, index, payload }: { cx?: number; cy?: number; index?: number; payload?: TrendMark }) {
  if (cx === undefined || cy === undefined || !payload || payload.value === null) return <g key={index} />;
  const colour = colours[payload.tone];
  // A worse run is a square, so that colour is not the only difference.
  return payload.tone === 'bad' ? (
    <rect key={index} x={cx - 4.5} y={cy - 4.5} width={9} height={9} fill={colour} stroke="var(--card)" />
  ) : (
    <circle key={index} cx={cx} cy={cy} r={4} fill={payload.hollow ? 'var(--card)' : colour} stroke={colour} strokeWidth={1.6} />
  );
}

interface CardProps {
  readonly format: (value: number) => string;
  readonly active?: boolean;
  readonly payload?: readonly { readonly payload?: TrendMark }[];
}

function Card({ format, active, payload }: CardProps) {
  const mark = payload?.[0]?.payload;
  return active && mark && mark.value !== null ? <MarkCard mark={mark} format={format} /> : null;
}

const cardWidth = 220;

/** The same card at the run that the keyboard has reached, on the side where there is room. */
function Reached({ mark, format, viewBox }: { mark: TrendMark | undefined; format: Props['format']; viewBox?: { x: number; y: number } }) {
  if (!viewBox || !mark) return null;
  const x = viewBox.x > cardWidth + 60 ? viewBox.x - cardWidth - 8 : viewBox.x + 8;
  return (
    <foreignObject x={x} y={viewBox.y + 4} width={cardWidth} height={140} style={{ pointerEvents: 'none' }}>
      <MarkCard mark={mark} format={format} />
    </foreignObject>
  );
}

function MarkCard({ mark, format }: { mark: TrendMark; format: Props['format'] }) {
  return (
    <div className={chartStyles.tip}>
      <b className="num">{mark.value === null ? '–' : format(mark.value)}</b>
      {mark.lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  );
}
