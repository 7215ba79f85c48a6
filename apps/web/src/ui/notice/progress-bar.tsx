import type { CSSProperties } from 'react';
import styles from './progress-bar.module.css';

interface Props {
  readonly label: string;
  /** 0 to 100. */
  readonly percent: number;
  /** Shares of the whole, 0 to 1, where a stage ends; several where a stage takes no time. */
  readonly marks?: readonly number[];
  readonly style?: CSSProperties;
}

export function ProgressBar({ label, percent, marks = [], style }: Props) {
  return (
    <div
      className={styles.bar}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      {...(style ? { style } : {})}
    >
      <div className={styles.barFill} style={{ inlineSize: `${percent}%` }} />
      {[...new Set(marks)].map((mark) => (
        <div key={mark} className={styles.barMark} style={{ insetInlineStart: `${mark * 100}%` }} />
      ))}
    </div>
  );
}
