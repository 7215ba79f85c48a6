/** The means of a worker for each run; made once in start-worker.ts. */
import type { Analysis } from '@plimsoll/analysis/open-analysis';
import type { Strangers } from '@plimsoll/network/strangers';
import type { ClockWatch } from '@plimsoll/store/clock-watch';
import type { Db } from '@plimsoll/store/db';
import type { WorkerConfig } from '../config.ts';
import type { DemoTargets } from '../demo/demo-launcher.ts';
import type { Generators } from '../generator/spare-generator.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { WorkerTelemetry } from '../metrics/worker-telemetry.ts';
import type { RunTrace } from './run-trace.ts';

export interface RunContext {
  readonly db: Db;
  /** One for the whole worker: a run that begins just after a step knows of it. */
  readonly clock: ClockWatch;
  readonly analysis: Analysis;
  readonly config: WorkerConfig;
  readonly workerId: string;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly telemetry: WorkerTelemetry;
  readonly demo: DemoTargets;
  readonly generators: Generators;
  readonly strangers: Strangers;
}

/** Those for one run. */
export interface ClaimContext extends RunContext {
  readonly trace: RunTrace;
}
