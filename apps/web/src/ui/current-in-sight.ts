import { useEffect, useRef } from 'react';

/**
 * Scrolls a row that is wider than the screen so that its current item is seen; the page itself stays where it is. For the ref of the
 * row, or of what holds it.
 */
export function useCurrentInSight<Row extends HTMLElement>(current: string | undefined) {
  const row = useRef<Row>(null);
  useEffect(() => {
    if (current === undefined) return;
    const item = row.current?.querySelector<HTMLElement>('[aria-current="page"], [role="tab"][aria-selected="true"]');
    const list = item?.parentElement;
    if (item && list) list.scrollLeft = item.offsetLeft - list.offsetLeft - (list.clientWidth - item.offsetWidth) / 2;
  }, [current]);
  return row;
}
