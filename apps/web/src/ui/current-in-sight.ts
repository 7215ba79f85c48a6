import { useEffect, useState } from 'react';

const currents = '[aria-current="page"], [role="tab"][aria-selected="true"]';

/**
 * Scrolls a row that is wider than the screen so that its current item is seen: when another becomes current, when the row comes, and when
 * its room changes; and the item that the keyboard reaches, of which a browser is content to show a part. The page itself stays where it is.
 * For the ref of the row, or of what holds it.
 */
export function useCurrentInSight<Row extends HTMLElement>(current: string | undefined) {
  const [row, setRow] = useState<Row | null>(null);
  useEffect(() => {
    if (current === undefined || !row) return;
    const item = row.querySelector<HTMLElement>(currents);
    const list = item?.parentElement;
    if (!item || !list) return;
    const watch = new ResizeObserver(() => centre(item, list));
    // Told of both as they are now, too.
    watch.observe(list);
    watch.observe(item);
    const reached = ({ target }: FocusEvent) => {
      // A press would miss what moves below it.
      if (target instanceof HTMLElement && target.parentElement === list && target.matches(':focus-visible')) centre(target, list);
    };
    list.addEventListener('focusin', reached);
    return () => {
      watch.disconnect();
      list.removeEventListener('focusin', reached);
    };
  }, [current, row]);
  return setRow;
}

function centre(item: HTMLElement, list: HTMLElement): void {
  const [of, within] = [item.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollLeft += of.left - within.left - (within.width - of.width) / 2;
}
