import { Button, RangeSlider } from '@mantine/core';
import type { ComparedWindow } from '@plimsoll/contracts/comparison';
import { durationMs } from '@plimsoll/contracts/duration';
import { formatClock } from '@plimsoll/wording/time';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { run as runQuery } from '../../api/runs.ts';
import styles from './window-brush.module.css';

/** The run whose seconds are chosen from; while another is asked for, the last one stays. */
export const windowedRun = (runId: string) => ({ ...runQuery(runId), placeholderData: keepPreviousData });

/** Shorter runs have no part worth choosing. */
const leastSeconds = 4;

interface Props {
  readonly runId: string;
  readonly window: ComparedWindow | null;
  onChange(window: ComparedWindow | null): void;
}

/** Which seconds of the runs are compared; the server recomputes every number for them. */
export function WindowBrush({ runId, window, onChange }: Props) {
  const { t } = useTranslation();
  const { data: run } = useQuery(windowedRun(runId));
  const total = run?.summary ? Math.ceil((durationMs(run.plan.warmup) + run.summary.durationMs) / 1000 - 0.05) : 0;
  const from = window?.from ?? 0;
  const to = Math.min(window?.to ?? total, total);
  const [moving, setMoving] = useState<[number, number]>([from, to]);
  useEffect(() => setMoving([from, to]), [from, to]);
  if (total === 0 || (total < leastSeconds && window === null)) return null;
  const settle = ([low, high]: [number, number]) => onChange(low === 0 && high === total ? null : { from: low, to: high });
  return (
    <section className={`card pad no-print ${styles.windowBrush}`} aria-label={t('compare.window')}>
      <b>{t('compare.window')}</b>
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
        thumbFromLabel={t('compare.windowFrom')}
        thumbToLabel={t('compare.windowTo')}
        thumbValueText={formatClock}
      />
      <span className="small soft num">
        {t('compare.windowOf', { from: formatClock(moving[0]), to: formatClock(moving[1]), total: formatClock(total) })}
      </span>
      <Button size="compact-sm" variant="subtle" disabled={window === null} onClick={() => onChange(null)}>
        {t('compare.wholeRun')}
      </Button>
    </section>
  );
}
