/** Some seconds of a run, counted from its start with its warm-up: from ≤ second < to. */
import { z } from 'zod';
import { queriedWhole, secondSchema } from '../api/bounds.ts';
import { publicObject } from '../api/public.ts';
import { refusal, refuse } from '../api/refusal.ts';

export const windowSchema = publicObject({ from: secondSchema, to: secondSchema.min(1) });
export type RunWindow = z.infer<typeof windowSchema>;

interface AskedWindow {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Refuses one end without the other, and a window that ends before it begins. */
export function judgeWindow({ from, to }: AskedWindow, context: z.RefinementCtx): void {
  if ((from === undefined) !== (to === undefined)) refuse(context, [from === undefined ? 'from' : 'to'], refusal('window_half'));
  else if (from !== undefined && to !== undefined && to <= from) refuse(context, ['to'], refusal('window_ends_first', { from }));
}

/** Both ends or none. */
export const queriedWindow = { from: queriedWhole.optional(), to: queriedWhole.optional() } as const;
export const windowQuerySchema = z.strictObject(queriedWindow).superRefine(judgeWindow);

/** The window that was asked for; null where none was, or one that no run can have. */
export function windowOf({ from, to }: AskedWindow): RunWindow | null {
  return from !== undefined && to !== undefined && from < to ? { from, to } : null;
}

/** A window that has to be named. */
export const neededWindowSchema = z.strictObject({ from: queriedWhole, to: queriedWhole }).superRefine(judgeWindow);
