import { Button } from '@mantine/core';
import type { Run } from '@plimsoll/contracts/run';
import type { RunWindow } from '@plimsoll/contracts/window';
import { chosenWindowWords } from '@plimsoll/wording/en/window';
import { runFigures } from '@plimsoll/wording/run-sentence';
import { formatClock } from '@plimsoll/wording/time';
import { IconZoomIn } from '@tabler/icons-react';
import { Suspense, startTransition, useState } from 'react';
import { later } from '../../../api/later.ts';
import { canChoose, windowSeconds } from '../../../domain/run/window/window-seconds.ts';
import { LoadingCard } from '../../../ui/notice/loading.tsx';
import { Notice } from '../../../ui/notice/notice.tsx';

const WindowBrush = later(() => import('../../../domain/run/window/window-brush.tsx'), 'WindowBrush');

/** As tall as the brush on one line. */
const brushPx = 54;

interface Props {
  readonly run: Run;
  readonly window: RunWindow | null;
  /** Summary of the window; null while it is on its way. */
  readonly summary: Run['summary'];
  onChange(window: RunWindow | null): void;
}

/** Chooses the seconds that the page speaks of, and says so. */
export function ChosenWindow({ run, window, summary, onChange }: Props) {
  const [opened, setOpened] = useState(false);
  const total = windowSeconds(run);
  if (!canChoose(total, window)) return null;
  // The button stays, with the focus, until the brush is there; the brush stays when the window is given up.
  const open = () => startTransition(() => setOpened(true));
  const change = (next: RunWindow | null) => {
    setOpened(true);
    onChange(next);
  };
  return (
    <>
      <Suspense fallback={<LoadingCard height={brushPx} />}>
        {opened || window ? (
          <WindowBrush total={total} window={window} focused={opened} onChange={change} />
        ) : (
          <div className="no-print">
            <Button size="compact-sm" variant="subtle" leftSection={<IconZoomIn size={14} aria-hidden />} onClick={open}>
              {chosenWindowWords.choose}
            </Button>
          </div>
        )}
      </Suspense>
      {window && (
        <Notice tone="even">
          <b>{chosenWindowWords.lead({ from: formatClock(window.from), to: formatClock(Math.min(window.to, total)) })}</b>{' '}
          {summary && runFigures(summary, run.plan)} {chosenWindowWords.rest}
        </Notice>
      )}
    </>
  );
}
