import { useContext, useState } from 'react';
import type { MouseHandlerDataParam } from 'recharts';
import { ChartSpan } from './chart-span.ts';

interface Drawn {
  readonly start: number;
  readonly end: number;
}

/** Seconds drawn over with the pointer: handlers of the chart, and what is drawn so far. `step`: seconds a row. */
export function useSpan(step: number) {
  const choose = useContext(ChartSpan);
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  if (!choose) return { drawn: null, handlers: {} };
  const at = ({ activeLabel }: MouseHandlerDataParam) => (activeLabel === undefined ? null : Number(activeLabel));
  const handlers = {
    onMouseDown: (state: MouseHandlerDataParam) => {
      const x = at(state);
      setDrawn(x === null ? null : { start: x, end: x });
    },
    onMouseMove: (state: MouseHandlerDataParam) => {
      const x = at(state);
      if (x !== null) setDrawn((one) => one && (one.end === x ? one : { ...one, end: x }));
    },
    onMouseUp: () => {
      setDrawn(null);
      // A mere press chooses nothing.
      if (drawn && drawn.start !== drawn.end)
        choose({ from: Math.floor(Math.min(drawn.start, drawn.end)), to: Math.ceil(Math.max(drawn.start, drawn.end) + step) });
    },
    onMouseLeave: () => setDrawn(null),
  };
  return { drawn, handlers };
}
