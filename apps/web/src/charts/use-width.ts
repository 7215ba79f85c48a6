import { useEffect, useRef, useState } from 'react';

/** Width of an element in whole px, once the browser has laid it out; `first` until then. */
export function useWidth(first: number) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(first);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)));
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  return { frame, width };
}
