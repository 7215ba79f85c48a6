import { Button, RangeSlider } from '@mantine/core';
import type { RunWindow } from '@plimsoll/contracts/window';
import { chosenWindowWords } from '@plimsoll/wording/en/window';
import { formatClock } from '@plimsoll/wording/time';
import { useEffect, useState } from 'react';
import styles from './window-brush.module.css';

interface Props {
  /** Seconds there are to choose from. */
  readonly total: number;
  readonly window: RunWindow | null;
  onChange(window: RunWindow | null): void;
}

/** The seconds that are shown or compared; the server recomputes every number for them. */
export function WindowBrush({ total, window, onChange }: Props) {
  const from = window?.from ?? 0;
  const to = Math.min(window?.to ?? total, total);
  const [moving, setMoving] = useState<[number, number]>([from, to]);
  useEffect(() => setMoving([from, to]), [from, to]);
  const settle = ([low, high]: [number, number]) => onChange(low === 0 && high === total ? null : { from: low, to: high });
  return (
    <section className={`card pad no-print ${styles.windowBrush}`} aria-label={chosenWindowWords.title}>
      <b>{chosenWindowWords.title}</b>
      <RangeSlider
        thumbSize={24}
        className={styles.windowSlider}
        min={0}
        max={total}
        step={1}
        minRange={1}
        value={moving}
        onChange={setMoving}
        onChangeEnd={settle}
        label={formatClock}
        thumbFromLabel={chosenWindowWords.from}
        thumbToLabel={chosenWindowWords.to}
        thumbValueText={formatClock}
      />
      <span className="small soft num">
        {chosenWindowWords.of({ from: formatClock(moving[0]), to: formatClock(moving[1]), total: formatClock(total) })}
      </span>
      <Button size="compact-sm" variant="subtle" disabled={window === null} onClick={() => onChange(null)}>
        {chosenWindowWords.whole}
      </Button>
    </section>
  );
}
