/** How a region without a label is named, in Chinese. */
import type * as en from '../../en/run/region-name.ts';
import type { Translation } from '../../words.ts';

export const regionName: Translation<typeof en.regionNameWords> = { numbered: '区域 {{number}}' };
