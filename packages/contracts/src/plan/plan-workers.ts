/** The workers that may make a plan's load: a pool is the workers that have one label in common. */
import { z } from 'zod';
import { refused } from '../api/refusal.ts';

/** A label of a worker, as its operator names it: `eu`, `rack-7`. */
export const workerLabelSchema = z.string().regex(/^[A-Za-z0-9_.-]{1,50}$/, refused('worker_label'));

export const mostWorkerLabels = 20;

export const planWorkersSchema = z.strictObject({
  /** Only workers with this label make the load; null: any worker does. */
  label: workerLabelSchema.nullable().default(null),
});
