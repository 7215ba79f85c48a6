/** OpenTelemetry of a worker: the runs it makes, as metrics. Without an endpoint there is none, and its SDK is not loaded. */
import { isSequence } from '@plimsoll/contracts/requests';
import { version } from '@plimsoll/engine/environment';
import { openOutageReporter } from '@plimsoll/store/outage-reporter';
import type { Claim } from '@plimsoll/store/run-claim';
import { openMetricsPush, type RunMeter } from '@plimsoll/telemetry/push-metrics';
import type { TelemetryConfig } from '@plimsoll/telemetry/telemetry-config';
import type { Logger } from '../log.ts';
import type { Metrics } from './metrics.ts';

export interface WorkerTelemetry {
  /** Seconds of this worker's share of a run go in. */
  meter(claim: Claim): RunMeter;
  close(): Promise<void>;
}

const none: WorkerTelemetry = { meter: () => ({ add() {}, end() {} }), async close() {} };

interface Means {
  /** Of the worker. */
  readonly id: string;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'exported' | 'exportDropped'>;
}

export function openWorkerTelemetry(
  { telemetry, labels }: { readonly telemetry: TelemetryConfig | null; readonly labels: readonly string[] },
  { id, log, metrics }: Means,
): WorkerTelemetry {
  if (!telemetry) return none;
  const loaded = import('@plimsoll/telemetry/otlp-metrics').then(({ openOtlpMetrics }) =>
    openOtlpMetrics(telemetry, { name: 'plimsoll-worker', version, instance: id }),
  );
  loaded.catch(() => undefined);
  const outage = openOutageReporter((notice) => {
    if (notice.kind === 'back') log.info('OpenTelemetry takes metrics again');
    else
      log.warn(
        { reason: notice.reason, times: notice.times },
        'OpenTelemetry takes no metrics; runs go on, and later exports say what this one could not',
      );
  });
  const push = openMetricsPush(async (runs) => (await loaded).send(runs), {
    everyMs: telemetry.exportEveryMs,
    events: {
      sent() {
        metrics.exported('sent');
        outage.answered();
      },
      failed(error) {
        metrics.exported('failed');
        outage.failed(error);
      },
      dropped(runs) {
        metrics.exportDropped(runs);
        log.warn({ runs }, 'the last figures of runs reached nobody by OpenTelemetry');
      },
    },
  });
  return {
    meter: (claim) =>
      push.begin(attributesOf(claim, labels), { protocol: claim.plan.connection.protocol, sequence: isSequence(claim.plan) }),
    async close() {
      await push.close();
      await loaded.then(
        (otlp) => otlp.close(),
        () => undefined,
      );
    },
  };
}

/** On every point of a run. No URL: its query may hold a secret. */
function attributesOf({ runId, number, plan, teamName, shard }: Claim, labels: readonly string[]): Record<string, string> {
  return {
    run_id: runId,
    ...(number === null ? {} : { run: String(number) }),
    plan: plan.name,
    team: teamName,
    protocol: plan.connection.protocol,
    generator: String(shard + 1),
    ...(labels.length === 0 ? {} : { pool: labels.join(',') }),
  };
}
