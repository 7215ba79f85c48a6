import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';

const waiting: (() => void)[] = [];
let isTaken = false;

function callNext(): void {
  const draw = waiting.shift();
  isTaken = draw !== undefined;
  // The one before is measured as the browser lays out its next frame, and drawn after that.
  if (draw) requestAnimationFrame(() => setTimeout(draw));
}

interface Props {
  /** Keeps the place. */
  readonly space: ReactNode;
  readonly children: ReactNode;
}

/** Charts of a page are drawn one after the other, each in a task of its own: all at once, they keep the page from answering. */
export function InTurn({ space, children }: Props) {
  const [isMine, setMine] = useState(false);
  const holds = useRef(false);
  const leave = useCallback(() => {
    if (!holds.current) return;
    holds.current = false;
    callNext();
  }, []);
  useEffect(() => {
    let isGone = false;
    const draw = () => {
      if (isGone) return callNext();
      holds.current = true;
      setMine(true);
    };
    if (isTaken) waiting.push(draw);
    else {
      isTaken = true;
      draw();
    }
    return () => {
      isGone = true;
      leave();
    };
  }, [leave]);
  if (!isMine) return space;
  return (
    <Suspense fallback={space}>
      {children}
      <Drawn then={leave} />
    </Suspense>
  );
}

/** Stands beside what may still have to be fetched: its effect comes once that is drawn. */
function Drawn({ then }: { then: () => void }) {
  useEffect(then, [then]);
  return null;
}
