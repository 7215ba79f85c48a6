import { createElement as h } from 'react';
import type { Column } from '../table/data-table.ts';

/** An arm's name as the head of a column: a long one takes three lines at most, and is read whole where the pointer rests. */
export function armHead(name: string): Pick<Column<never>, 'head' | 'headClass'> {
  return { head: h('span', { className: 'arm-head', title: name }, name), headClass: 'of-arm' };
}
