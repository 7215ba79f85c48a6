import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { expect, test } from 'vitest';
import { selfSignedCertificate } from './self-signed-certificate.ts';

test('OpenSSL reads the certificate: for 127.0.0.1, signed by its own key, valid today', () => {
  const { cert, key } = selfSignedCertificate();
  const read = new X509Certificate(cert);
  expect(read.checkIP('127.0.0.1')).toBe('127.0.0.1');
  expect(read.verify(read.publicKey)).toBe(true);
  expect(new Date(read.validFrom).getTime()).toBeLessThan(Date.now());
  expect(new Date(read.validTo).getTime()).toBeGreaterThan(Date.now());
  expect(() => createSecureContext({ cert, key })).not.toThrow();
});
