import { expect, it } from 'vitest';
import { fillTraceUrl, traceUrlSchema } from './trace-url.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

it.each([
  'https://tempo.example/trace/{traceId}',
  'http://127.0.0.1:16686/trace/{traceId}?uiFind=x',
  'https://grafana.example/explore?left={"queries":[{"query":"{traceId}"}]}',
  'https://apm.example/#/traces/{traceId}',
])('takes %s', (template) => {
  expect(traceUrlSchema.parse(template)).toBe(template);
  expect(new URL(fillTraceUrl(template, traceId)).href).toContain(traceId);
});

it.each([
  'https://tempo.example/trace/',
  '{traceId}',
  'https://{traceId}.example/',
  'https://tempo.example{traceId}/x',
  'https://tempo.example:{traceId}/x',
  'https://ada:hush@tempo.example/{traceId}',
  'https://ada@tempo.example/{traceId}',
  'javascript:alert("{traceId}")',
  'javascript://x/%0aalert(1)//{traceId}',
  'data:text/html,{traceId}',
  'ftp://tempo.example/{traceId}',
  '//tempo.example/{traceId}',
  'https://tempo.example/{traceId}/{traceId}',
  'https:\\\\tempo.example\\{traceId}',
  'https://tempo.example/\n{traceId}',
  ` https://tempo.example/{traceId}`,
  `https://tempo.example/${'a'.repeat(2000)}{traceId}`,
])('refuses %j', (template) => {
  expect(traceUrlSchema.safeParse(template).success).toBe(false);
});
