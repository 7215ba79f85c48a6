/** The recorder of a thread's load: what it counts as a failure, which requests it tells apart, and how long a time it can tell. */
import type { Pacer } from '../pace/pacer.ts';
import { Recorder, type RecorderOptions } from '../recording/recorder.ts';
import type { LoopOptions } from './loop-options.ts';

const histogramFloorUs = 60_000_000;

type OfTheLoop = Pick<RecorderOptions, 'secondUs' | 'warmupUs' | 'turns' | 'meter' | 'health' | 'gauges' | 'beforeRoll'> & {
  readonly timeoutUs: number;
  readonly pacer: Pick<Pacer, 'restUs'>;
};

/** Most parts of a second are written out in less. At 10 000 requests a second there is so much time between an answer and the next of them. */
const partUs = 50;

export function createLoopRecorder(
  { plan, clock, emit }: LoopOptions,
  { secondUs, timeoutUs, warmupUs, turns, meter, health, gauges, beforeRoll, pacer }: OfTheLoop,
): Recorder {
  const open = plan.load.model !== 'closed';
  return new Recorder({
    open,
    requestNames: plan.requests?.map(({ name }) => name) ?? [],
    secondUs,
    highestUs: Math.max(timeoutUs, histogramFloorUs),
    warmupUs,
    turns,
    errorStatuses: plan.errorStatuses,
    meter,
    health,
    gauges,
    beforeRoll,
    // A closed load has no time to keep, and no rest.
    hasTime: () => !open || pacer.restUs(clock.nowUs()) >= partUs,
    emit,
  });
}
