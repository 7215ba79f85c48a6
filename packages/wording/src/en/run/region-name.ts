/** How a region without a label is named; a file of its own, since comparisons need no more about regions. */
import { words } from '../../words.ts';

export const regionNameWords = words('regionName', { numbered: 'Region {{number}}' });
