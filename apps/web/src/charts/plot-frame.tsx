/** Axes around a picture that is drawn in a box of 1 × 1: labels beside and below it, and a word about what is pointed at. */
import { type PointerEvent, type ReactNode, useState } from 'react';
import styles from './plot-frame.module.css';

export interface PlotTick {
  /** 0 … 1, from the left or from the bottom. */
  readonly at: number;
  readonly label: string;
}

interface Props {
  readonly xTicks: readonly PlotTick[];
  readonly yTicks: readonly PlotTick[];
  readonly height: number;
  /** The text for this place, both 0 … 1 from the lower left; null for nothing. */
  readonly told: (x: number, y: number) => string | null;
  readonly children: ReactNode;
}

export function PlotFrame({ xTicks, yTicks, height, told, children }: Props) {
  const [tip, setTip] = useState<{ text: string; x: number; y: number } | null>(null);
  const point = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLDivElement>) => {
    const { left, bottom, width, height: tall } = currentTarget.getBoundingClientRect();
    const [x, y] = [(clientX - left) / width, (bottom - clientY) / tall];
    const text = told(x, y);
    setTip(text === null ? null : { text, x, y });
  };
  return (
    <div className={styles.plot} style={{ blockSize: height }}>
      <div className={styles.yAxis}>
        {yTicks.map(({ at, label }) => (
          <span key={at} style={{ bottom: `${at * 100}%` }}>
            {label}
          </span>
        ))}
      </div>
      <div className={styles.area} onPointerMove={point} onPointerLeave={() => setTip(null)}>
        {yTicks.map(({ at }) => (
          <i key={at} style={{ bottom: `${at * 100}%` }} />
        ))}
        {children}
        {tip && (
          <div
            className={styles.plotTip}
            style={{ bottom: `${tip.y * 100}%`, ...(tip.x < 0.5 ? { left: `${tip.x * 100}%` } : { right: `${(1 - tip.x) * 100}%` }) }}
          >
            {tip.text}
          </div>
        )}
      </div>
      <div className={styles.xAxis}>
        {xTicks.map(({ at, label }) => (
          <span key={at} style={{ left: `${at * 100}%` }}>
            {label}
          </span>
        ))}
      </div>
    </div>
  );
}
