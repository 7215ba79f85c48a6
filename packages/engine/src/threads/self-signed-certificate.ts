/**
 * A certificate for a listener of our own on the loopback interface: X.509 (RFC 5280) in DER, of which Node reads much and writes
 * nothing. It is made anew each time, so that no private key lies in the code.
 */
import { generateKeyPairSync, sign } from 'node:crypto';

const [integer, bitString, octetString, objectId, utf8String, utcTime, sequence, set] = [2, 3, 4, 6, 12, 23, 48, 49];
const [version, extensions, ipAddress] = [0xa0, 0xa3, 0x87];
const ecdsaWithSha256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];
const commonName = [0x55, 0x04, 0x03];
const subjectAltName = [0x55, 0x1d, 0x11];
const yearMs = 365 * 24 * 3600 * 1000;

export interface SelfSigned {
  /** PEM. It names 127.0.0.1, and is its own authority. */
  readonly cert: string;
  /** PEM. */
  readonly key: string;
}

/** Valid for a year from yesterday. P-256, which costs the least in a handshake. */
export function selfSignedCertificate(): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(sequence, der(objectId, ecdsaWithSha256));
  const name = der(sequence, der(set, der(sequence, der(objectId, commonName), der(utf8String, Buffer.from('127.0.0.1')))));
  const fromMs = Date.now() - yearMs / 365;
  const altName = der(sequence, der(objectId, subjectAltName), der(octetString, der(sequence, der(ipAddress, [127, 0, 0, 1]))));
  const body = der(
    sequence,
    der(version, der(integer, [2])),
    der(integer, [1]),
    algorithm,
    name,
    der(sequence, time(fromMs), time(fromMs + yearMs)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(extensions, der(sequence, altName)),
  );
  const certificate = der(sequence, body, algorithm, der(bitString, [0], sign('sha256', body, privateKey)));
  const lines = certificate.toString('base64').replace(/.{1,64}/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function time(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/\.\d+|\D/g, '');
  return der(utcTime, Buffer.from(`${digits.slice(2, 14)}Z`));
}

/** Tag, length, content. No content here is longer than 65 535 bytes. */
function der(tag: number, ...parts: readonly (Uint8Array | readonly number[])[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const { length } = content;
  const head = length < 128 ? [tag, length] : length < 256 ? [tag, 0x81, length] : [tag, 0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(head), content]);
}
