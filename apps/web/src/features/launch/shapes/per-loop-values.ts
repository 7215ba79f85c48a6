/** Figures of one event loop and what they come to over all, as nighthawk_client counts them. */
import { z } from 'zod';
import type { Judged } from '../../../ui/form/judged.ts';
import { judgeTool } from './judged-tool.ts';

const perLoopSchema = z.strictObject({
  loops: z.int().min(1),
  /** Requests per second of one loop. */
  rate: z.number().positive(),
  /** Connections of one loop. */
  connections: z.int().min(1),
});
export type PerLoop = z.infer<typeof perLoopSchema>;
export type PerLoopValues = { readonly [Name in keyof PerLoop]: string };

/** Requests per second and connections of all loops together. */
export function sumLoops({ loops, rate, connections }: PerLoop): { readonly rate: number; readonly connections: number } {
  // 3 loops × 0.1 is 0.3 to people.
  return { rate: Number((loops * rate).toPrecision(12)), connections: loops * connections };
}

export function judgePerLoop(values: PerLoopValues): Judged<PerLoop> {
  return judgeTool(perLoopSchema, '/perLoop', values);
}
