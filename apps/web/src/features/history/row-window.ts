/** Draws the rows in sight and some around them, however long the list is. */
import type { RowWindow } from '@plimsoll/pages/data-table';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';

/** A row of one line, its border counted; a card is measured once it is drawn. */
const rowPx = 40;
const around = 10;
/** Older rows are asked for before somebody comes to the last one. */
const beforeEnd = 20;

interface Shown<Row> {
  readonly rows: readonly Row[];
  readonly window: RowWindow;
  /** The end of the list is near. */
  readonly nearEnd: boolean;
  bringIntoView(index: number): void;
}

/** `box`: around the table. */
export function useRowWindow<Row extends { readonly id: string }>(all: readonly Row[], box: RefObject<HTMLElement | null>): Shown<Row> {
  const [margin, setMargin] = useState(0);
  // Filters above it may wrap into another line.
  useLayoutEffect(() => {
    const body = box.current?.querySelector('tbody');
    if (body) setMargin(Math.round(body.getBoundingClientRect().top + window.scrollY));
  });
  const list = useWindowVirtualizer({
    count: all.length,
    estimateSize: () => rowPx,
    overscan: around,
    scrollMargin: margin,
    getItemKey: (index) => all[index]?.id ?? index,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
  });
  const drawn = list.getVirtualItems();
  const [first, last] = [drawn[0], drawn.at(-1)];
  const end = last ? last.index + 1 : 0;
  return {
    rows: all.slice(first?.index ?? 0, end),
    window: {
      first: first?.index ?? 0,
      total: all.length,
      before: first ? first.start - margin : 0,
      after: last ? list.getTotalSize() + margin - last.end : list.getTotalSize(),
      rowRef: list.measureElement,
    },
    nearEnd: end >= all.length - beforeEnd,
    bringIntoView: (index) => list.scrollToIndex(index, { align: 'auto' }),
  };
}
