import { later } from '../../../api/later.ts';

/** Fetched where a run was made in several regions. */
export const RegionChart = later(() => import('./region-chart.tsx'), 'RegionChart');
