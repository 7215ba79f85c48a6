import { later } from '../../../api/later.ts';
/** Tools that shape a load are fetched when they are first opened. */

export const StaircaseBuilder = later(() => import('./staircase-builder.tsx'), 'StaircaseBuilder');
export const PerLoopCalculator = later(() => import('./per-loop-calculator.tsx'), 'PerLoopCalculator');
