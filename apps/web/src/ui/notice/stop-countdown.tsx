/** A key pressed by mistake must not end an hour of load: it counts down first, in sight, and can be taken back. */
import { Button } from '@mantine/core';
import { stoppingWords } from '@plimsoll/wording/en/app';
import { IconPlayerStop } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useShortcuts } from '../keys/hotkeys.ts';
import { Kbd } from '../keys/kbd.tsx';
import { Notice } from './notice.tsx';

const graceMs = 5_000;

export interface StopCountdown {
  /** Whole seconds until it stops; null while nothing counts down. */
  readonly secondsLeft: number | null;
  keep(): void;
}

/** `s` counts down to `stop` while it can be stopped. Leaving the page takes it back. */
export function useStopKey(canStop: boolean, stop: () => void): StopCountdown {
  const [endsMs, setEndsMs] = useState<number | null>(null);
  const [nowMs, setNowMs] = useState(0);
  const latest = useRef(stop);
  latest.current = stop;
  const keep = useCallback(() => setEndsMs(null), []);
  useShortcuts({
    s: () => {
      if (!canStop || endsMs !== null) return;
      setNowMs(performance.now());
      setEndsMs(performance.now() + graceMs);
    },
  });
  useEffect(() => {
    if (!canStop) keep();
  }, [canStop, keep]);
  useEffect(() => {
    if (endsMs === null) return;
    const tick = setInterval(() => setNowMs(performance.now()), 250);
    const end = setTimeout(() => {
      keep();
      latest.current();
    }, endsMs - performance.now());
    return () => {
      clearInterval(tick);
      clearTimeout(end);
    };
  }, [endsMs, keep]);
  return { secondsLeft: endsMs === null ? null : Math.max(1, Math.ceil((endsMs - nowMs) / 1000)), keep };
}

export function StopCountdownNotice({ secondsLeft, keep }: StopCountdown) {
  return secondsLeft === null ? null : <Counting secondsLeft={secondsLeft} keep={keep} />;
}

function Counting({ secondsLeft, keep }: { secondsLeft: number; keep: () => void }) {
  useShortcuts({ Escape: keep });
  return (
    <Notice tone="warn" icon={IconPlayerStop}>
      <div className="row tight">
        {/* Read aloud once, not each second. */}
        <span aria-hidden>{stoppingWords.in({ seconds: secondsLeft })}</span>
        <span className="sr-only" role="alert">
          {stoppingWords.spoken}
        </span>
        <Button size="compact-sm" onClick={keep}>
          {stoppingWords.keep}
          <Kbd>Esc</Kbd>
        </Button>
      </div>
    </Notice>
  );
}
