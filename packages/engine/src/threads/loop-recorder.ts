/** The recorder of a thread's load: what it counts as a failure, which requests it tells apart, and how long a time it can tell. */
import { Recorder, type RecorderOptions } from '../recording/recorder.ts';
import type { LoopOptions } from './loop-options.ts';

const histogramFloorUs = 60_000_000;

type OfTheLoop = Pick<RecorderOptions, 'secondUs' | 'warmupUs' | 'turns' | 'meter' | 'health' | 'gauges' | 'beforeRoll'> & {
  readonly timeoutUs: number;
};

export function createLoopRecorder(
  { plan, emit }: LoopOptions,
  { secondUs, timeoutUs, warmupUs, turns, meter, health, gauges, beforeRoll }: OfTheLoop,
): Recorder {
  return new Recorder({
    open: plan.load.model !== 'closed',
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
    emit,
  });
}
