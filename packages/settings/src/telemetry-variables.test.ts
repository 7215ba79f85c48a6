import { expect, test } from 'vitest';
import { z } from 'zod';
import { readVariables } from './environment-variables.ts';
import { readTelemetry, telemetryVariables } from './telemetry-variables.ts';

const read = (environment: Record<string, string>) => readTelemetry(readVariables(z.object(telemetryVariables), environment));

test('without an endpoint nothing leaves; the path is added to one for all, and not to one for metrics alone', () => {
  expect(read({ OTEL_SERVICE_NAME: 'x' })).toBeNull();
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otel.example/base/' })?.metrics?.url).toBe('https://otel.example/base/v1/metrics');
  expect(read({ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://mimir:9009/otlp' })?.metrics?.url).toBe('http://mimir:9009/otlp');
});

test('pairs are read as the specification has them, and refused without their secrets', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318';
  const given = {
    OTEL_EXPORTER_OTLP_ENDPOINT,
    OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20YTpi, x-scope = a=b',
    OTEL_RESOURCE_ATTRIBUTES: '',
  };
  expect(read(given)).toMatchObject({ headers: { Authorization: 'Basic YTpi', 'x-scope': 'a=b' }, resource: {} });
  for (const text of ['hush', '=hush', 'a=%hush', 'a=hush%0d%0ax: y'])
    expect(() => read({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: text })).toThrow(
      /^Configuration: OTEL_EXPORTER_OTLP_HEADERS: (?!.*hush)/,
    );
});

test.each(['ftp://a/b', 'file:///etc/passwd', '127.0.0.1:4318', 'unix:/run/x'])('the endpoint %s is refused', (url) => {
  expect(() => read({ OTEL_EXPORTER_OTLP_ENDPOINT: url })).toThrow('OTEL_EXPORTER_OTLP_ENDPOINT');
});

test('gRPC is refused, not taken for HTTP', () => {
  expect(() => read({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toThrow('OTEL_EXPORTER_OTLP_PROTOCOL');
});

test('each signal goes to its own address, and can be left out; a sampler that is none is refused', () => {
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
  for (const wrong of [{ OTEL_TRACES_SAMPLER: 'sometimes' }, { OTEL_TRACES_SAMPLER_ARG: '1.1' }, { OTEL_TRACES_EXPORTER: 'zipkin' }])
    expect(() => read({ OTEL_EXPORTER_OTLP_ENDPOINT, ...wrong })).toThrow(Object.keys(wrong)[0]);
});
