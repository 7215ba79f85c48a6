/** The chart library is a chunk of its own: only these names pull it in, and only when drawn. */
import { later } from '../api/later.ts';

export const TimeChart = later(() => import('./time-chart.tsx'), 'TimeChart');
export const CurveChart = later(() => import('./curve-chart.tsx'), 'CurveChart');
export const LoadCurveChart = later(() => import('./load-curve-chart.tsx'), 'LoadCurveChart');
export const TrendChart = later(() => import('./trend-chart.tsx'), 'TrendChart');
