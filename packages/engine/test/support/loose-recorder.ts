/** A recorder of an open load without a loop. */
import { ConnectionMeter } from '../../src/protocol/connection-meter.ts';
import { Recorder, type RecorderOptions } from '../../src/recording/recorder.ts';

export function looseRecorder(options: Partial<RecorderOptions>): Recorder {
  return new Recorder({
    open: true,
    requestNames: [],
    secondUs: 1_000_000,
    highestUs: 60_000_000,
    warmupUs: 0,
    errorStatuses: 'none',
    meter: new ConnectionMeter(),
    health: { take: () => ({ eventLoopDelayP99Us: 0, eventLoopUtilisation: 0, idleSpinUs: 0, clockDriftMs: 0, waitedForCore: null }) },
    gauges: () => ({ inFlight: 0, peakInFlight: 0, waiting: 0, slots: 0, busySlotMs: 0 }),
    beforeRoll: () => {},
    hasTime: () => true,
    emit: () => {},
    ...options,
  });
}
