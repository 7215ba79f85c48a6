/** The process that telemetry is of, as attributes of all that leaves it. */
import { type Resource, resourceFromAttributes } from '@opentelemetry/resources';
import type { Origin, TelemetryConfig } from './telemetry-config.ts';

export function describeOrigin(
  { resource, serviceName }: Pick<TelemetryConfig, 'resource' | 'serviceName'>,
  { name, version, instance }: Origin,
): Resource {
  return resourceFromAttributes({
    'service.version': version,
    'service.instance.id': instance,
    ...resource,
    // As the specification has it, the setting of its own goes before one among the attributes.
    'service.name': serviceName ?? resource['service.name'] ?? name,
  });
}

/** A moment of the wall clock, ms, as the SDK keeps it. */
export const hrTime = (ms: number): [number, number] => [Math.floor(ms / 1000), Math.round((ms % 1000) * 1e6)];
