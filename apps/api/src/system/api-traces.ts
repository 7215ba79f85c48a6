/** The spans of an API process, on their way to the backend that the operator names. Its log is told once that the backend is away. */
import { openExportOutage } from '@plimsoll/store/export-outage';
import { openTraces } from '@plimsoll/telemetry/open-traces';
import type { Traces } from '@plimsoll/telemetry/spans';
import type { FastifyBaseLogger } from 'fastify';
import type { ApiConfig } from '../config.ts';
import { version } from '../version.ts';
import type { Metrics } from './metrics.ts';

type Log = Pick<FastifyBaseLogger, 'info' | 'warn'>;

export interface ApiTraces extends Traces {
  /** Begins to tell this log. */
  tell(log: Log): void;
}

/** `instance`: tells this process from others of its kind. */
export async function openApiTraces(
  { telemetry = null }: Pick<ApiConfig, 'telemetry'>,
  metrics: Pick<Metrics, 'observeSpans'>,
  instance: string,
): Promise<ApiTraces> {
  let log: Log | undefined;
  const outage = openExportOutage({ info: (...said) => log?.info(...said), warn: (...said) => log?.warn(...said) }, 'spans');
  const traces = await openTraces(telemetry, { name: 'plimsoll-api', version, instance }, { count: metrics.observeSpans, outage });
  return {
    ...traces,
    tell(to) {
      log = to;
    },
  };
}
