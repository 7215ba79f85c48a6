/** A second of one load thread: a sample without the figures of the process. */
import type { Sample } from '@plimsoll/contracts/sample';
import { sampleFields } from '@plimsoll/contracts/sample-fields';
import { mergeSamples } from '@plimsoll/statistics/merge-samples';
import type { ThreadHealth } from './generator-health.ts';

export type ThreadSample = Omit<Sample, 'generator'> & { readonly health: ThreadHealth };

const { generator, ...sharedFields } = sampleFields;
const { eventLoopDelayP99Us, eventLoopUtilisation, clockDriftMs, waitedForCore } = generator.merging;
const threadFields = {
  ...sharedFields,
  health: { merging: { eventLoopDelayP99Us, eventLoopUtilisation, clockDriftMs, waitedForCore, idleSpinUs: { merging: 'sum' } } },
} as const;

/** One sample of the same second of several threads; at least one. */
export function mergeThreadSamples(parts: readonly ThreadSample[]): ThreadSample {
  return mergeSamples(threadFields, parts, 'shards');
}
