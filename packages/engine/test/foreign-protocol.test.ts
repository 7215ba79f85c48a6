import { createServer as createHttp } from 'node:http';
import { createServer as createHttp2 } from 'node:http2';
import { createServer as createTcp, type Server } from 'node:net';
import { createServer as createTls } from 'node:tls';
import type { PlanInput } from '@plimsoll/contracts/plan';
import { server as certificate } from '@plimsoll/testbed/certificates';
import { type Listener, listen } from '@plimsoll/testbed/listen';
import { afterEach, expect, test } from 'vitest';
import { selfSignedCertificate } from '../src/threads/self-signed-certificate.ts';
import { planFor, runPlan, testedClient } from './support/harness.ts';

const open: Listener[] = [];
afterEach(() => Promise.all(open.splice(0).map(({ close }) => close())));

async function portOf(server: Server): Promise<number> {
  const listener = await listen(server);
  open.push(listener);
  return listener.port;
}

/** Outcome and words of the first failure of a short load. */
async function firstFailure(url: string, connection: PlanInput['connection'] = {}) {
  const grpc = url.startsWith('grpc');
  const target = grpc ? { grpc: { call: 'demo.Shop/Buy', proto: [{ name: 'demo.proto', text: proto }] } } : undefined;
  const load = { model: 'closed', connections: 1, requests: 2 } as const;
  const plan = planFor(url, load, {
    timeout: '3s',
    connection: { ...connection, ...(grpc ? { protocol: 'grpc' } : {}) },
    target: target as never,
  });
  const { totals } = await runPlan(plan);
  return totals.errors[0];
}
const proto = 'syntax = "proto3"; package demo; message Thing {} service Shop { rpc Buy (Thing) returns (Thing); }';

/** Answers a request in HTTP/1.1, whatever it was. */
const answersHttp1 = () =>
  createTcp((socket) => {
    socket
      .on('error', () => {})
      .once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'));
  });

test('a self-signed certificate is named, with the switch that accepts it', async () => {
  const { key, cert } = selfSignedCertificate();
  const port = await portOf(createTls({ key, cert }));
  const failure = await firstFailure(`https://127.0.0.1:${port}/`);
  expect(failure?.outcome).toBe('tls');
  expect(failure?.message).toMatch(/The certificate of ".+" is self-signed.*SHA-256 [0-9A-F:]{95}/);
  expect(failure?.message).toMatch(/connection\.tls\.ca.*connection\.tls\.verify: false/);
});

test('a certificate of an unknown issuer names both', async () => {
  const port = await portOf(createTls({ key: certificate.key, cert: certificate.certificate }));
  expect((await firstFailure(`https://localhost:${port}/`))?.message).toMatch(/was issued by ".+", which is not trusted here/);
});

test.each(['https', 'grpcs'])('%s at a port without TLS is said in words', async (scheme) => {
  const port = await portOf(answersHttp1());
  const failure = await firstFailure(`${scheme}://127.0.0.1:${port}/`);
  expect(failure).toMatchObject({ outcome: 'tls', message: expect.stringContaining('does not speak TLS at this port') });
});

test('http at a port with TLS is said in words where the target answers at all', async () => {
  // OpenSSL answers this to bytes that are no TLS: an alert.
  const alert = Buffer.from([0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x16]);
  const port = await portOf(createTcp((socket) => socket.on('error', () => {}).once('data', () => socket.end(alert))));
  for (const url of [`http://127.0.0.1:${port}/`, `grpc://127.0.0.1:${port}`])
    expect(await firstFailure(url)).toMatchObject({ outcome: 'protocol', message: expect.stringContaining('The target speaks TLS here') });
});

test('h2c at a server of HTTP/1.1 is said in words', async () => {
  const raw = await portOf(answersHttp1());
  const node = await portOf(createHttp((_request, response) => response.end('hello')));
  for (const port of [raw, node]) {
    const failure = await firstFailure(`http://127.0.0.1:${port}/`, { protocol: 'http2' });
    expect(failure?.message).toContain('set connection.protocol to http1'.slice(testedClient === 'wire' ? 4 : 0));
  }
});

test('HTTP/1.1 at a server of HTTP/2 alone is said in words', async () => {
  const settings = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]);
  const port = await portOf(createTcp((socket) => socket.on('error', () => {}).once('data', () => socket.end(settings))));
  expect((await firstFailure(`http://127.0.0.1:${port}/`))?.message).toContain('The target speaks HTTP/2 only');
  const node = await portOf(createHttp2());
  expect((await firstFailure(`http://127.0.0.1:${node}/`))?.outcome).toMatch(/protocol|closed_early|reset/);
});

test('HTTP/2 that was not chosen in the handshake says what to set', async () => {
  const { key, cert } = selfSignedCertificate();
  const port = await portOf(createTls({ key, cert, ALPNProtocols: ['http/1.1'] }));
  const failure = await firstFailure(`https://127.0.0.1:${port}/`, { protocol: 'http2', tls: { verify: false } });
  expect(failure?.message).toContain('did not choose HTTP/2');
});
