/** A second of one load thread: a sample without the figures that only the whole process has. */
import type { Sample } from '@plimsoll/contracts/sample';
import type { ThreadHealth } from './generator-health.ts';

export type ThreadSample = Omit<Sample, 'generator'> & { readonly health: ThreadHealth };
