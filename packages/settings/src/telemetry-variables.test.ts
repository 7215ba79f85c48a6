import { expect, test } from 'vitest';
import { z } from 'zod';
import { readVariables } from './environment-variables.ts';
import { readTelemetry, telemetryVariables } from './telemetry-variables.ts';

const read = (environment: Record<string, string>, forgive?: (sentence: string) => void) =>
  readTelemetry(readVariables(z.object(telemetryVariables), environment, forgive));
/** What is said of a wrong value, and what is read in its place. */
function readWrong(wrong: Record<string, string>) {
  const said: string[] = [];
  const config = read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', ...wrong }, (sentence) => said.push(sentence));
  return { said, config };
}

test('without an endpoint nothing leaves; the path is added to one for all, and not to one for metrics alone', () => {
  expect(read({ OTEL_SERVICE_NAME: 'x' })).toBeNull();
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otel.example/base/' })?.metrics?.url).toBe('https://otel.example/base/v1/metrics');
  expect(read({ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://mimir:9009/otlp' })?.metrics?.url).toBe('http://mimir:9009/otlp');
});

test('pairs are read as the specification has them, and what is none is told without its secrets', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318';
  const given = {
    OTEL_EXPORTER_OTLP_ENDPOINT,
    OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20YTpi, x-scope = a=b',
    OTEL_RESOURCE_ATTRIBUTES: '',
  };
  expect(read(given)).toMatchObject({ headers: { Authorization: 'Basic YTpi', 'x-scope': 'a=b' }, resource: {} });
  for (const text of ['hush', '=hush', 'a=%hush', 'a=hush%0d%0ax: y'])
    for (const name of ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_RESOURCE_ATTRIBUTES']) {
      const { said, config } = readWrong({ [name]: text });
      expect(said).toEqual([expect.stringMatching(new RegExp(`^${name}: (?!.*hush)`))]);
      expect(config).toMatchObject({ headers: {}, resource: {}, traces: {}, metrics: {} });
    }
});

test.each(['ftp://a/b', 'file:///etc/passwd', '127.0.0.1:4318', 'unix:/run/x'])('nothing is sent to %s, and the start goes on', (url) => {
  const { said, config } = readWrong({ OTEL_EXPORTER_OTLP_ENDPOINT: url });
  expect([said, config]).toEqual([[expect.stringMatching(/^OTEL_EXPORTER_OTLP_ENDPOINT: .*http/)], null]);
  // One of its own that is wrong leaves that of all.
  const own = readWrong({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url });
  expect(own.said).toEqual([expect.stringContaining('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: ')]);
  expect(own.config?.traces?.url).toBe('http://127.0.0.1:4318/v1/traces');
});

test.each([
  ['OTEL_EXPORTER_OTLP_PROTOCOL', ['grpc', 'http/json'], /http\/protobuf/],
  ['OTEL_TRACES_SAMPLER', ['sometimes', 'jaeger_remote'], /parentbased_traceidratio/],
  ['OTEL_TRACES_SAMPLER_ARG', ['1.1', '-1', 'a tenth', 'NaN'], /number/],
  ['OTEL_TRACES_EXPORTER', ['zipkin', 'console'], /otlp.*none/],
  ['OTEL_METRICS_EXPORTER', ['prometheus'], /otlp.*none/],
  ['OTEL_METRIC_EXPORT_INTERVAL', ['-1', '10s', '999', '1.5'], /number|int/],
  ['OTEL_EXPORTER_OTLP_METRICS_DEFAULT_HISTOGRAM_AGGREGATION', ['finest'], /base2/],
  ['OTEL_SDK_DISABLED', ['yes', '1'], /true/],
] as const)('%s with a value that is none counts as not set, and it is said what to write', (name, values, what) => {
  for (const value of values) {
    const { said, config } = readWrong({ [name]: value, OTEL_SERVICE_NAME: 'kept' });
    expect(said, value).toEqual([expect.stringMatching(new RegExp(`^${name}: .*${what.source}`))]);
    expect(config, value).toEqual(readWrong({ OTEL_SERVICE_NAME: 'kept' }).config);
  }
});

test('words are read however they are written; what is wrong of ours is refused', () => {
  const { said, config } = readWrong({ OTEL_TRACES_SAMPLER: 'Always_OFF', OTEL_METRICS_EXPORTER: 'NONE' });
  expect([said, config]).toMatchObject([[], { metrics: null, traces: { sampler: 'always_off' } }]);
  expect(readWrong({ OTEL_SDK_DISABLED: 'True' })).toEqual({ said: [], config: null });
  expect(() => readWrong({ PLIMSOLL_OTEL_METRIC_PREFIX: '1', OTEL_TRACES_SAMPLER: 'sometimes' })).toThrow(
    /^Configuration: PLIMSOLL_OTEL_METRIC_PREFIX(?!.*OTEL_TRACES)/,
  );
});

test('each signal goes to its own address, and can be left out', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318';
  const both = read({ OTEL_EXPORTER_OTLP_ENDPOINT });
  expect([both?.metrics?.url, both?.traces?.url]).toEqual(['http://collector:4318/v1/metrics', 'http://collector:4318/v1/traces']);
  expect(both?.traces).toMatchObject({ sampler: 'parentbased_always_on', ratio: 1 });
  expect(read({ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://mimir:9009/otlp' })?.traces).toBeNull();
  expect(read({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://tempo:4318/x' })).toMatchObject({
    metrics: null,
    traces: { url: 'http://tempo:4318/x' },
  });
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: 'none' })).toMatchObject({ traces: null, metrics: {} });
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_METRICS_EXPORTER: 'none' })).toMatchObject({ metrics: null, traces: {} });
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_METRICS_EXPORTER: 'none', OTEL_TRACES_EXPORTER: 'none' })).toBeNull();
});
