/** Opens the traces of a process, and loads the SDK for them; where none are asked for it loads nothing. */
import type { SpanEvents } from './span-events.ts';
import { noTraces, type Traces } from './spans.ts';
import type { Origin, TelemetryConfig } from './telemetry-config.ts';

/** An SDK that cannot be loaded is told as an outage, and traces nothing. */
export async function openTraces(config: TelemetryConfig | null, origin: Origin, events: SpanEvents): Promise<Traces> {
  if (!config?.traces) return noTraces;
  try {
    const { openOtlpTraces } = await import('./otlp-traces.ts');
    return openOtlpTraces(config, config.traces, origin, events);
  } catch (error) {
    events.outage.failed(error);
    return noTraces;
  }
}
