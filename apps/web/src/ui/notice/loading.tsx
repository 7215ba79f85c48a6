import { Skeleton } from '@mantine/core';
import { commonWords } from '@plimsoll/wording/en/main';
import { useEffect, useState } from 'react';

/** True once `delayMs` have passed: what is quick shows no skeleton at all. */
export function useDelayed(delayMs = 200): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);
  return passed;
}

/** A card whose content is on its way: the place of what stands below it is right from the start. */
export function LoadingCard({ height }: { height: number }) {
  return <div className="card" aria-busy="true" style={{ blockSize: height }} />;
}

/** Space kept from the start, grey bars after 200 ms. */
export function Loading({ rows = 4, height = 44 }: { rows?: number; height?: number }) {
  const visible = useDelayed();
  return (
    <div className="stack" aria-busy="true" style={{ minBlockSize: rows * (height + 12), marginBlockStart: 16 }}>
      <span className="sr-only">{commonWords.loading}</span>
      {visible && Array.from({ length: rows }, (_, row) => <Skeleton key={String(row)} height={height} radius={9} animate />)}
    </div>
  );
}
