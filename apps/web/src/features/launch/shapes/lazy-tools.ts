/** Tools that shape a load are fetched when they are first opened. */
import { lazy } from 'react';

export const StaircaseBuilder = lazy(() => import('./staircase-builder.tsx').then((module) => ({ default: module.StaircaseBuilder })));
export const PerLoopCalculator = lazy(() => import('./per-loop-calculator.tsx').then((module) => ({ default: module.PerLoopCalculator })));
