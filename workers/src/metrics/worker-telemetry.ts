/** OpenTelemetry of a worker: the runs it makes, as metrics, and its work on them, as spans. Without an endpoint there is none, and its SDK is not loaded. */
import { regionsOfShards } from '@plimsoll/contracts/generators';
import { isSequence } from '@plimsoll/contracts/requests';
import { version } from '@plimsoll/engine/environment';
import { openExportOutage } from '@plimsoll/store/export-outage';
import type { Claim } from '@plimsoll/store/run-claim';
import { openTraces } from '@plimsoll/telemetry/open-traces';
import { type MetricsPush, openMetricsPush, type RunMeter } from '@plimsoll/telemetry/push-metrics';
import type { Traces } from '@plimsoll/telemetry/spans';
import type { MetricsConfig, Origin, TelemetryConfig } from '@plimsoll/telemetry/telemetry-config';
import type { Logger } from '../log.ts';
import type { Metrics } from './metrics.ts';

export interface WorkerTelemetry {
  /** Seconds of this worker's share of a run go in. */
  meter(claim: Claim): RunMeter;
  /** Once its SDK is there. */
  readonly traces: Promise<Traces>;
  close(): Promise<void>;
}

const noMeter: RunMeter = { add() {}, end() {} };

interface Means {
  /** Of the worker. */
  readonly id: string;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'exported' | 'exportDropped' | 'spansLeft'>;
}

export function openWorkerTelemetry(
  { telemetry, labels }: { readonly telemetry: TelemetryConfig | null; readonly labels: readonly string[] },
  means: Means,
): WorkerTelemetry {
  const origin: Origin = { name: 'plimsoll-worker', version, instance: means.id };
  const pushed = telemetry?.metrics ? openPush(telemetry, telemetry.metrics, origin, means) : null;
  const traces = openTraces(telemetry, origin, { count: means.metrics.spansLeft, outage: openExportOutage(means.log, 'spans') });
  return {
    meter: (claim) =>
      pushed?.push.begin(attributesOf(claim, labels), { protocol: claim.plan.connection.protocol, sequence: isSequence(claim.plan) }) ??
      noMeter,
    traces,
    async close() {
      await Promise.all([pushed?.close(), traces.then((opened) => opened.close())]);
    },
  };
}

function openPush(
  telemetry: TelemetryConfig,
  metricsConfig: MetricsConfig,
  origin: Origin,
  { log, metrics }: Means,
): { readonly push: MetricsPush; close(): Promise<void> } {
  const loaded = import('@plimsoll/telemetry/otlp-metrics').then(({ openOtlpMetrics }) =>
    openOtlpMetrics(telemetry, metricsConfig, origin),
  );
  loaded.catch(() => undefined);
  const outage = openExportOutage(log, 'metrics');
  const push = openMetricsPush(async (runs) => (await loaded).send(runs), {
    everyMs: metricsConfig.exportEveryMs,
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
    push,
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
  const region = regionsOfShards(plan.generators)[shard];
  return {
    run_id: runId,
    ...(number === null ? {} : { run: String(number) }),
    plan: plan.name,
    team: teamName,
    protocol: plan.connection.protocol,
    generator: String(shard + 1),
    ...(labels.length === 0 ? {} : { pool: labels.join(',') }),
    ...(region === undefined ? {} : { region }),
  };
}
