/** The chart library is a chunk of its own: only these names pull it in, and only when drawn. */
import { lazy } from 'react';

export const TimeChart = lazy(() => import('./time-chart.tsx').then((module) => ({ default: module.TimeChart })));
export const CurveChart = lazy(() => import('./curve-chart.tsx').then((module) => ({ default: module.CurveChart })));
export const LoadCurveChart = lazy(() => import('./load-curve-chart.tsx').then((module) => ({ default: module.LoadCurveChart })));
export const TrendChart = lazy(() => import('./trend-chart.tsx').then((module) => ({ default: module.TrendChart })));
