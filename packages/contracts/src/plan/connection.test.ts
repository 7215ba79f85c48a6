import { issueSentence } from '@plimsoll/wording/refusal-sentence';
import { expect, test } from 'vitest';
import { issueText } from '../api/refusal.ts';
import { mostParts, type PlanInput, peakInFlight, planSchema } from './plan.ts';
import { parsePlanYaml, planToYaml } from './plan-yaml.ts';

const certificate = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
const key = '-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n';
const planOf = (connection: PlanInput['connection'], url = 'https://127.0.0.1/') =>
  planSchema.safeParse({ version: 1, name: 'x', target: { url }, load: { model: 'closed', connections: 1, requests: 1 }, connection });

test('a plan that says nothing of its connection keeps doing what it did', () => {
  expect(planOf({ keepAlive: false })).toMatchObject({
    success: true,
    data: {
      connection: {
        client: 'undici',
        protocol: 'http1',
        keepAlive: false,
        streams: 1,
        maxConnectionAge: null,
        dns: 'each',
        tls: { verify: true, ca: null },
      },
    },
  });
});

test('the client that drives by default is left out of YAML, and the other one is not', () => {
  const yamlOf = (connection: PlanInput['connection']) => {
    const parsed = planOf(connection);
    if (!parsed.success) throw parsed.error;
    return planToYaml(parsed.data);
  };
  expect(yamlOf({ client: 'undici' })).not.toMatch(/client|^connection:/m);
  expect(yamlOf({ client: 'wire' })).toMatch(/^connection:\n {2}client: wire$/m);
});

test('all connection settings survive YAML', () => {
  const tls = { verify: false, ca: certificate, serverName: 'api.example.com', clientCertificate: { certificate, key } };
  const parsed = planOf({
    client: 'wire',
    protocol: 'http2',
    streams: 10,
    maxConnectionAge: '30s',
    dns: 'once',
    maxActiveRequests: 25,
    maxRequestsPerConnection: 7,
    tls,
  });
  if (!parsed.success) throw parsed.error;
  expect(parsePlanYaml(planToYaml(parsed.data), issueSentence)).toEqual({ plan: parsed.data });
});

test.each([
  [{ pipelining: 2, protocol: 'http2' }, 'https://h/', /Use streams/],
  [{ streams: 2 }, 'https://h/', /Use pipelining/],
  [{ streams: 2, protocol: 'http2', keepAlive: false }, 'https://h/', /keep-alive on/],
  [{ protocol: 'auto' }, 'http://h/', /TLS handshake/],
  [{ client: 'axios' }, 'https://h/', /undici.*wire/],
  [{ tls: { verify: false } }, 'http://h/', /https/],
  [{ tls: { ca: 'no PEM' } }, 'https://h/', /PEM/],
  [{ tls: { serverName: 'a b' } }, 'https://h/', /host name/],
  [{ maxConnectionAge: '0s' }, 'https://h/', /above 0/],
  [{ tls: { clientCertificate: { certificate } } }, 'https://h/', /./],
] as [PlanInput['connection'], string, RegExp][])('%j to %s is refused', (connection, url, sentence) => {
  const parsed = planOf(connection, url);
  expect(parsed.success).toBe(false);
  expect(parsed.error?.issues.map((issue) => issueSentence(issueText(issue))).join(' ')).toMatch(sentence);
});

test('headers of HTTP/1.1 alone are refused where the protocol is, or may become, HTTP/2', () => {
  const plan = (protocol: 'http1' | 'http2' | 'auto') =>
    planSchema.safeParse({
      version: 1,
      name: 'x',
      target: { url: 'https://h/', headers: { 'Proxy-Connection': 'keep-alive' } },
      load: { model: 'closed', connections: 1, requests: 1 },
      connection: { protocol },
    });
  expect(plan('http1').success).toBe(true);
  for (const protocol of ['http2', 'auto'] as const) {
    const [issue] = plan(protocol).error?.issues ?? [];
    expect(issue && { ...issue, message: issueSentence(issueText(issue)) }).toMatchObject({
      path: ['target', 'headers', 'Proxy-Connection'],
      message: expect.stringMatching(/belongs to HTTP\/1\.1/),
    });
  }
});

test('a request limit bounds what is under way and how many generators there can be', () => {
  const plan = planSchema.parse({
    version: 1,
    name: 'x',
    target: { url: 'http://127.0.0.1/' },
    load: { model: 'open', rate: 1, duration: '1s', maxConnections: 10 },
    connection: { protocol: 'http2', streams: 4 },
  });
  const limited = (maxActiveRequests: number) => ({ ...plan, connection: { ...plan.connection, maxActiveRequests } });
  expect([peakInFlight(plan), peakInFlight(limited(25)), peakInFlight(limited(99))]).toEqual([40, 25, 40]);
  expect([mostParts(plan), mostParts(limited(25)), mostParts(limited(3))]).toEqual([10, 10, 3]);
  const [issue] = planSchema.safeParse({ ...limited(3), generators: 4 }).error?.issues ?? [];
  expect([issue?.path, issue?.message]).toEqual([['generators'], 'generators_need_requests']);
  expect(planSchema.safeParse({ ...limited(3), generators: 3 }).success).toBe(true);
  expect(planSchema.safeParse(limited(0)).success).toBe(false);
});
