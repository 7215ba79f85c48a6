/** The reason for a failed TLS handshake, in words: the target's certificate, and what a plan says to accept it. */
import type { PeerCertificate } from 'node:tls';
import type { ConnectionFailure } from '@plimsoll/wording/request-failure-sentence';

/** Reasons by OpenSSL's code, as Node names it. */
const refusals: Readonly<Record<string, 'selfSigned' | 'unknownIssuer' | 'expired' | 'notYetValid' | 'otherName'>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'selfSigned',
  SELF_SIGNED_CERT_IN_CHAIN: 'unknownIssuer',
  UNABLE_TO_GET_ISSUER_CERT: 'unknownIssuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unknownIssuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unknownIssuer',
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'notYetValid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'otherName',
};
/** The answer of a server that knows no TLS looks like a record of another version. */
const noTls = new Set([
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'ERR_SSL_UNKNOWN_PROTOCOL',
  'ERR_SSL_HTTP_REQUEST',
]);

/** The server offers none of the protocols that we asked for (RFC 7301, 3.2): of HTTP/2 and HTTP/1.1 only the first is asked for alone. */
const noCommonProtocol = 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL';

/** `certificate`: what the target showed, where it got so far. Null: another reason. */
export function describeTlsFailure(code: string, certificate: PeerCertificate | null): ConnectionFailure | null {
  if (noTls.has(code)) return { kind: 'answeredWithoutTls' };
  if (code === noCommonProtocol) return { kind: 'http2NotChosen' };
  const refused = refusals[code];
  if (!refused || !certificate?.subject) return null;
  return {
    kind: 'certificateRefused',
    why: refused,
    subject: nameOf(certificate.subject),
    issuer: nameOf(certificate.issuer),
    names: (certificate.subjectaltname ?? '').replaceAll(/(?:DNS|IP Address):/g, ''),
    validFrom: dayOf(certificate.valid_from),
    validTo: dayOf(certificate.valid_to),
    fingerprint: certificate.fingerprint256,
  };
}

function nameOf(name: PeerCertificate['subject']): string {
  const said = name.CN ?? name.O ?? '';
  return Array.isArray(said) ? said.join(', ') : said;
}

function dayOf(time: string): string {
  const at = new Date(time);
  return Number.isNaN(at.getTime()) ? time : at.toISOString().slice(0, 10);
}
