import type { CSSProperties } from 'react';

interface Props {
  readonly label: string;
  /** 0 to 100. */
  readonly percent: number;
  /** Shares of the whole, 0 to 1, where a stage ends. */
  readonly marks?: readonly number[];
  readonly style?: CSSProperties;
}

export function ProgressBar({ label, percent, marks = [], style }: Props) {
  return (
    <div
      className="bar"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      {...(style ? { style } : {})}
    >
      <div className="bar-fill" style={{ inlineSize: `${percent}%` }} />
      {marks.map((mark) => (
        <div key={mark} className="bar-mark" style={{ insetInlineStart: `${mark * 100}%` }} />
      ))}
    </div>
  );
}
