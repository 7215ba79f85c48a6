import { regionWords } from '@plimsoll/wording/en/region';
import { createElement as h, type ReactNode } from 'react';
import { FigureTable } from '../table/figure-table.ts';
import { type RegionFigures, regionTable } from './region-rows.ts';

/** The column of the stamp, which is a word. */
const words = [7];

/** A row each of several regions; nothing where there are none. `live`: of the last second of a run under way. */
export function RegionTable({ regions, live = false }: { regions: readonly RegionFigures[]; live?: boolean }): ReactNode {
  if (regions.length === 0) return null;
  return h(FigureTable, { ...regionTable(regions), words, grid: 3, what: live ? regionWords.liveHint : regionWords.hint });
}
