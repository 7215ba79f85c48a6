/** Makes a sample of the whole process from the merged sample of its load threads. */
import { availableParallelism } from 'node:os';
import type { Sample } from '@plimsoll/contracts/sample';
import { exampleKey, examplesPerKind } from './error-sampler.ts';
import { openMachineMeter } from './machine-meter.ts';
import { slowestOf } from './slowest-traces.ts';
import type { ThreadSample } from './thread-sample.ts';

export interface SampleFinisher {
  (sample: ThreadSample): Sample;
  /** The load begins: processor time used before does not belong to its first second. */
  begin(): void;
  close(): void;
}

/** Adds the figures of the process, and keeps the first few error examples of the run over all threads. */
export function createSampleFinisher(threads: number): SampleFinisher {
  const cores = Math.min(threads, availableParallelism());
  const examples = new Map<string, number>();
  let cpu = process.cpuUsage();
  let atMs = performance.now();
  const machine = openMachineMeter();
  const begin = () => {
    machine.begin();
    restart();
  };
  const restart = () => {
    cpu = process.cpuUsage();
    atMs = performance.now();
  };
  const finish = ({ health, ...sample }: ThreadSample): Sample => {
    const used = process.cpuUsage(cpu);
    const nowMs = performance.now();
    // The very last sample follows at once: too short a time to measure a processor share.
    const elapsedUs = Math.max(1000, (nowMs - atMs) * 1000);
    restart();
    const errors = sample.errors.filter((example) => {
      const kept = examples.get(exampleKey(example)) ?? 0;
      examples.set(exampleKey(example), kept + 1);
      return kept < examplesPerKind;
    });
    return {
      ...sample,
      errors,
      traces: slowestOf(sample.traces),
      generator: {
        cpu: Math.max(0, used.user + used.system - health.idleSpinUs) / (elapsedUs * cores),
        eventLoopDelayP99Us: health.eventLoopDelayP99Us,
        eventLoopUtilisation: health.eventLoopUtilisation,
        rssBytes: process.memoryUsage.rss(),
        clockDriftMs: health.clockDriftMs,
        waitedForCore: health.waitedForCore,
        ...machine.take(),
      },
    };
  };
  return Object.assign(finish, { begin, close: machine.close });
}
