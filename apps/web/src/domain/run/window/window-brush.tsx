import { Button, RangeSlider } from '@mantine/core';
import type { RunWindow } from '@plimsoll/contracts/window';
import { chosenWindowWords } from '@plimsoll/wording/en/window';
import { formatClock } from '@plimsoll/wording/time';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { offButton } from '../../../ui/off.ts';
import { movedWindow } from './moved-window.ts';
import styles from './window-brush.module.css';

interface Props {
  /** Seconds there are to choose from. */
  readonly total: number;
  readonly window: RunWindow | null;
  /** Did somebody ask for it just now? Then the focus goes on to its first second. */
  readonly focused?: boolean;
  onChange(window: RunWindow | null): void;
}

/** The seconds that are shown or compared; the server recomputes every number for them. */
export function WindowBrush({ total, window, focused = false, onChange }: Props) {
  const from = window?.from ?? 0;
  const to = Math.min(window?.to ?? total, total);
  const [moving, setMoving] = useState<[number, number]>([from, to]);
  useEffect(() => setMoving([from, to]), [from, to]);
  const settle = ([low, high]: [number, number]) => onChange(low === 0 && high === total ? null : { from: low, to: high });
  const place = useRef<HTMLElement>(null);
  const isAsked = useRef(focused);
  useEffect(() => {
    if (isAsked.current) place.current?.querySelector<HTMLElement>('[role="slider"]')?.focus();
  }, []);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const end = [...event.currentTarget.querySelectorAll('[role="slider"]')].indexOf(event.target as Element);
    const next = end < 0 ? null : movedWindow(event.key, end, moving, total);
    if (!next) return;
    event.preventDefault();
    setMoving([...next]);
    settle([...next]);
  };
  return (
    <section ref={place} className={`card pad no-print ${styles.windowBrush}`} aria-label={chosenWindowWords.title} onKeyDown={move}>
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
      <Button
        size="compact-sm"
        variant="subtle"
        onClick={() => onChange(null)}
        {...offButton(window === null ? chosenWindowWords.isWhole : null)}
      >
        {chosenWindowWords.whole}
      </Button>
    </section>
  );
}
