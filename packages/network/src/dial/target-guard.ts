/**
 * The only way to the network. Judges the literal or every resolved address of each new connection against the target
 * policy and connects to the address it judged, so that a name cannot point elsewhere a moment later (DNS rebinding).
 * undici's lookup hook is not called for IP literals, so we connect ourselves.
 */

import { lookup } from 'node:dns';
import { isIP, type NetConnectOpts, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, type SecureContext } from 'node:tls';
import type { Connection } from '@plimsoll/contracts/connection';
import { judgeAddress, judgeUrl, mayShowAnswers, provenAddresses, type TargetPolicy } from '@plimsoll/contracts/target-policy';
import { isUnixUrl } from '@plimsoll/contracts/unix-url';
import { DialError, errorCode } from './connection-error.ts';
import { DialAttempt, type DialClock, type Dialler } from './dial.ts';
import { SocketPool, streamOptions } from './socket-pool.ts';
import { openRead } from './socket-reads.ts';
import { createUnixDialler } from './unix-dialler.ts';

type Resolve = (host: string, done: (error: Error | null, addresses: readonly string[]) => void) => void;

/** Every address of a name, in the system's order. */
const resolveBySystem: Resolve = (host, done) =>
  lookup(host, { all: true, order: 'verbatim' }, (error, found) => done(error, error ? [] : found.map((entry) => entry.address)));

export interface DialOptions {
  readonly url: URL;
  readonly policy: TargetPolicy;
  readonly resolve?: Resolve;
  /** Measures the phases; left out where nobody asks how long they took. */
  readonly clock?: DialClock;
  readonly connection?: Pick<Connection, 'dns' | 'tls'>;
  /** Protocols offered in the TLS handshake. */
  readonly alpn?: readonly string[];
  /** Told before a connection goes where answers are not for people to see. */
  readonly hidden?: () => void;
  /** The path of a socket of ours that leads to the same target: each address is judged as ever, and this is connected to in its place. */
  readonly detour?: string | null;
  /** Whoever uses the connection speaks TLS by itself, where the URL says so. */
  readonly passesTls?: boolean;
}

const ownClock: DialClock = { nowUs: () => Math.floor(performance.now() * 1000) };

/** Examples of failures are few: so many certificates are read for them, and no more, since reading one takes its time. */
const mostCertificates = 8;

/**
 * A function that opens one judged connection to the URL's host. Each call judges the address again, and resolves the name again unless
 * the plan says `dns: once`. Throws OpenSSL's error if a certificate cannot be read.
 */
export function createDialler(options: DialOptions): Dialler {
  const { url, policy, clock = ownClock } = options;
  const detour = options.detour ?? null;
  if (isUnixUrl(url.href)) return createUnixDialler(url.href, policy, clock, detour);
  const { host, port, ...place } = placeOf(url);
  const secure = place.secure && !options.passesTls;
  const resolve = options.resolve ?? resolveBySystem;
  const once = options.connection?.dns === 'once';
  const tls = options.connection?.tls;
  const secureContext = secure ? createTlsContext(tls) : null;
  const servername = tls?.serverName ?? (isIP(host) ? null : host);
  const refusedUrl = judgeUrl(policy, url);
  const literal = isIP(host) ? [host] : null;
  /** The address that answered last. It is tried first, so that a host with an unused IPv6 address does not cost a refusal each time. */
  let lastGoodAddress: string | null = null;
  /** The addresses at which a proved host was proved; else the first good answer, kept if the plan says `dns: once`. */
  let known: readonly string[] | null = options.resolve ? null : provenAddresses(policy, host);
  const pool = new SocketPool();
  let certificates = 0;
  let lastOptions: NetConnectOpts & { readonly host?: string } = detour === null ? { host, port } : { path: detour };
  const connected = (address: string) => {
    lastGoodAddress = address;
  };
  // Elsewhere nobody gets to what is not listed.
  let hides = options.hidden !== undefined && policy.mode === 'open-lab';
  const tellHidden = (address: string) => {
    if (mayShowAnswers(policy, host, address, port)) return;
    hides = false;
    options.hidden?.();
  };

  return (done, reads = 'streamed') => {
    const dial = new DialAttempt(clock, done, connected);
    if (refusedUrl) dial.failSoon(new DialError('policy', 'refused_by_policy', { kind: 'refusedTarget', refusal: refusedUrl }));
    else if (literal) dial.tryEach(literal, open);
    else if (known) tryAllowed(known);
    else
      resolve(host, (error, addresses) => {
        dial.resolved();
        if (error || addresses.length === 0)
          return dial.failSoon(
            new DialError('dns', errorCode(error) || 'ENODATA', { kind: 'notResolved', host, code: errorCode(error) || 'ENODATA' }),
          );
        if (once) known ??= addresses;
        tryAllowed(addresses);
      });
    return dial;

    function tryAllowed(addresses: readonly string[]): void {
      const refused = addresses.map((address) => judgeAddress(policy, host, address, port)).find((refusal) => refusal !== null);
      const others = addresses.filter((address) => address !== lastGoodAddress);
      if (refused) dial.failSoon(new DialError('policy', 'refused_by_policy', { kind: 'refusedTarget', refusal: refused }));
      else dial.tryEach(lastGoodAddress && others.length < addresses.length ? [lastGoodAddress, ...others] : addresses, open);
    }

    function open(address: string): Socket {
      if (hides) tellHidden(address);
      if (detour === null && address !== lastOptions.host) lastOptions = { host: address, port };
      if (!secure) return pool.open(lastOptions, reads);
      const socket = openRead(reads, (reading) =>
        connectTls({
          ...lastOptions,
          ...streamOptions,
          ...reading,
          ...(servername === null ? {} : { servername }),
          ...(secureContext ? { secureContext } : {}),
          rejectUnauthorized: tls?.verify ?? true,
          ALPNProtocols: [...(options.alpn ?? ['http/1.1'])],
        }),
      );
      // Node judges the certificate on the same event and destroys the socket: afterwards there is none to read.
      if ((tls?.verify ?? true) && certificates++ < mostCertificates)
        socket.prependOnceListener('secure', () => dial.showed(socket.getPeerCertificate()));
      return socket;
    }
  };
}

function placeOf(url: URL): { readonly host: string; readonly secure: boolean; readonly port: number } {
  const secure = url.protocol === 'https:';
  return { host: url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, ''), secure, port: Number(url.port) || (secure ? 443 : 80) };
}

/** The addresses that a connection to the URL's host would try; none where one of them is refused, or none is found. Sends nothing to the host. */
export async function judgedAddresses({ url, policy, resolve = resolveBySystem }: DialOptions): Promise<readonly string[]> {
  if (isUnixUrl(url.href) || judgeUrl(policy, url)) return [];
  const { host, port } = placeOf(url);
  if (isIP(host)) return [host];
  const known = provenAddresses(policy, host) ?? (await new Promise<readonly string[]>((done) => resolve(host, (_, found) => done(found))));
  return known.some((address) => judgeAddress(policy, host, address, port) !== null) ? [] : known;
}

/** Read once for all connections. Sessions are not resumed: each connection makes a full handshake. */
function createTlsContext(tls: Connection['tls'] | undefined): SecureContext {
  return createSecureContext({
    ...(tls?.ca ? { ca: tls.ca } : {}),
    ...(tls?.clientCertificate ? { cert: tls.clientCertificate.certificate, key: tls.clientCertificate.key } : {}),
  });
}
