import type { ApiConfig } from '../../src/config.ts';

/** Every trace of an API goes to this receiver, and no metric. */
export const tracedTo = ({ url }: { readonly url: string }): NonNullable<ApiConfig['telemetry']> => ({
  metrics: null,
  traces: { url: `${url}/v1/traces`, sampler: 'always_on', ratio: 1 },
  headers: {},
  serviceName: null,
  resource: {},
});
