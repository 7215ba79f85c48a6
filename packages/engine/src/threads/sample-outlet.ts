/** The way of a load's seconds out of the engine: each is finished, handed on, and judged by the rules that may stop the load. */
import type { Plan } from '@plimsoll/contracts/plan';
import type { Sample } from '@plimsoll/contracts/sample';
import { openAbortJudge } from '@plimsoll/statistics/abort-judge';
import { createSampleFinisher } from '../recording/sample-finisher.ts';
import type { ThreadSample } from '../recording/thread-sample.ts';
import { autoStop } from '../stopping/auto-stop.ts';
import type { LoadEnd } from '../stopping/load-end.ts';

export interface OutletOptions {
  readonly plan: Plan;
  readonly onSample: (sample: Sample) => void;
  readonly stop: (end: LoadEnd) => void;
  /** `onSample` threw. */
  readonly broken: (error: unknown) => void;
}

export interface SampleOutlet {
  /** The load begins. */
  begin(): void;
  emit(sample: ThreadSample): void;
  close(): void;
}

export function openSampleOutlet(threads: number, { plan, onSample, stop, broken }: OutletOptions): SampleOutlet {
  const judges = [
    ...(plan.autoStop ? [autoStop(plan.connection)] : []),
    ...(plan.abortOnFail ? [openAbortJudge(plan.thresholds).judge] : []),
  ];
  const finished = createSampleFinisher(threads);
  return {
    begin: finished.begin,
    emit(threadSample) {
      const sample = finished(threadSample);
      try {
        onSample(sample);
      } catch (error) {
        broken(error);
      }
      for (const judge of judges) {
        const ending = judge(sample);
        if (ending) stop({ reason: 'auto_stopped', ending });
      }
    },
    close: finished.close,
  };
}
