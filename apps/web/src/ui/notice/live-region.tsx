/** The one polite live region. It speaks at most every ten seconds, and then only the latest word. */
import { useEffect, useState } from 'react';

const quietMs = 10_000;
let listener: ((text: string) => void) | null = null;

/** Has this read aloud the next time the region may speak. */
export function announce(text: string): void {
  listener?.(text);
}

export function LiveRegion() {
  const [spoken, setSpoken] = useState('');
  useEffect(() => {
    let waiting: string | null = null;
    let lastMs = Number.NEGATIVE_INFINITY;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const speak = () => {
      timer = undefined;
      if (waiting === null) return;
      lastMs = performance.now();
      setSpoken(waiting);
      waiting = null;
    };
    listener = (text) => {
      waiting = text;
      timer ??= setTimeout(speak, Math.max(0, lastMs + quietMs - performance.now()));
    };
    return () => {
      listener = null;
      clearTimeout(timer);
    };
  }, []);
  return (
    <div className="sr-only" role="status" aria-live="polite">
      {spoken}
    </div>
  );
}
