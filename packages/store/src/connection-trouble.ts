/** Troubles on the way to Postgres or Redis, by the code that the server, the network or TLS gave. */
import type { TroubleKind } from '@plimsoll/contracts/health';

/** https://www.postgresql.org/docs/current/errcodes-appendix.html, Redis' error prefixes, and Node's codes. */
const kindByCode: Readonly<Record<string, TroubleKind>> = {
  '28000': 'wrong_password',
  '28P01': 'wrong_password',
  WRONGPASS: 'wrong_password',
  NOAUTH: 'wrong_password',
  NOPERM: 'wrong_password',
  '25006': 'read_only',
  READONLY: 'read_only',
  '53100': 'disk_full',
  '53300': 'refuses_connections',
  '57P01': 'refuses_connections',
  '57P02': 'refuses_connections',
  '57P03': 'refuses_connections',
  LOADING: 'refuses_connections',
  MASTERDOWN: 'refuses_connections',
  ECONNREFUSED: 'unreachable',
  ECONNRESET: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
  EPIPE: 'unreachable',
  ENOENT: 'unreachable',
  ETIMEDOUT: 'silent',
  EPROTO: 'no_tls',
  ERR_SSL_WRONG_VERSION_NUMBER: 'no_tls',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'no_tls',
  ERR_TLS_CERT_ALTNAME_INVALID: 'untrusted_certificate',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'untrusted_certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'untrusted_certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'untrusted_certificate',
  UNABLE_TO_GET_ISSUER_CERT: 'untrusted_certificate',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'untrusted_certificate',
  CERT_HAS_EXPIRED: 'untrusted_certificate',
  CERT_NOT_YET_VALID: 'untrusted_certificate',
  CERT_SIGNATURE_FAILURE: 'untrusted_certificate',
  CERT_UNTRUSTED: 'untrusted_certificate',
  CERT_REJECTED: 'untrusted_certificate',
};
/** pg's own errors have no code. */
const kindBySentence: readonly (readonly [RegExp, TroubleKind])[] = [
  [/^(timeout e|Query read timeout|Connection terminated due to connection timeout)/, 'silent'],
  [/^The server does not support SSL/, 'no_tls'],
  [/^(Connection terminated|Client has encountered a connection error)/, 'unreachable'],
];

export function readTrouble(error: unknown): TroubleKind {
  // Node tries each address of a name, and then says nothing of its own.
  const said = error instanceof AggregateError && !('code' in error) ? error.errors[0] : error;
  const { code, message = '' } = (said ?? {}) as { readonly code?: unknown; readonly message?: string };
  // Redis puts its code before the sentence.
  for (const known of [code, message.split(' ', 1)[0]])
    if (typeof known === 'string' && Object.hasOwn(kindByCode, known)) return kindByCode[known] ?? 'other';
  return kindBySentence.find(([sentence]) => sentence.test(message))?.[1] ?? 'other';
}

/** Was the connection refused for what is set, so that asking again soon mends nothing? */
export function isRefused(error: unknown): boolean {
  return ['wrong_password', 'untrusted_certificate', 'no_tls'].includes(readTrouble(error));
}
