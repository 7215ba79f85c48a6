/**
 * The only way to the network. Judges the literal or every resolved address of each new connection against the target
 * policy and connects to the address it judged, so that a name cannot point elsewhere a moment later (DNS rebinding).
 * undici's own lookup hook is not called for IP literals, hence a whole `connect` of our own.
 */
import { lookup } from 'node:dns';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, type SecureContext } from 'node:tls';
import type { Connection } from '@plimsoll/contracts/connection';
import { judgeAddress, judgeUrl, type TargetPolicy } from '@plimsoll/contracts/target-policy';
import { codeOf, DialError, GivenUpError } from './outcome.ts';

export type Resolve = (host: string, done: (error: Error | null, addresses: readonly string[]) => void) => void;

/** Every address of a name, in the system's order. */
export const resolveBySystem: Resolve = (host, done) =>
  lookup(host, { all: true, order: 'verbatim' }, (error, found) => done(error, error ? [] : found.map((entry) => entry.address)));

export interface DialOptions {
  readonly url: URL;
  readonly policy: TargetPolicy;
  readonly resolve?: Resolve;
  readonly connection?: Pick<Connection, 'dns' | 'tls'>;
  /** Protocols offered in the TLS handshake. */
  readonly alpn?: readonly string[];
}

export interface Dial {
  /** Gives the attempt up; `done` is then called with an error, later. */
  abort(): void;
}

/** `bytes` of what comes in, in a buffer that is used again afterwards. Without it the socket is an ordinary stream. */
export type OnBytes = (bytes: Buffer, length: number) => void;
export type Dialler = (done: (error: DialError | null, socket: Socket | null) => void, onBytes?: OnBytes) => Dial;

/** What is read is handed on before the next read: one buffer is enough for all connections of a thread. */
const readBuffer = Buffer.allocUnsafeSlow(65_536);

/**
 * A function that opens one judged connection to the URL's host. Each call judges anew, and resolves anew unless the plan says
 * once. Throws what OpenSSL says of certificates that cannot be read.
 */
export function diallerFor(options: DialOptions): Dialler {
  const { url, policy } = options;
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const secure = url.protocol === 'https:';
  const port = Number(url.port) || (secure ? 443 : 80);
  const resolve =
    options.connection?.dns === 'once' ? resolveOnce(options.resolve ?? resolveBySystem) : (options.resolve ?? resolveBySystem);
  const tls = options.connection?.tls;
  const secureContext = secure ? contextOf(tls) : null;
  const servername = tls?.serverName ?? (isIP(host) ? null : host);
  const refusedUrl = judgeUrl(policy, url);
  /** Where the name last answered: tried first, so that a host with an unused IPv6 address is not refused twice a connection. */
  let favourite: string | null = null;

  return (done, onBytes) => {
    const attempt = new Attempt(done);
    if (refusedUrl) attempt.failSoon(new DialError('policy', 'refused_by_policy', refusedUrl));
    else if (isIP(host)) attempt.tryEach([host], open);
    else
      resolve(host, (error, addresses) => {
        if (error || addresses.length === 0)
          return attempt.failSoon(
            new DialError('dns', codeOf(error) || 'ENODATA', `"${host}" could not be resolved (${codeOf(error) || 'ENODATA'}).`),
          );
        for (const address of addresses) {
          const sentence = judgeAddress(policy, host, address, port);
          if (sentence) return attempt.failSoon(new DialError('policy', 'refused_by_policy', sentence));
        }
        attempt.tryEach(
          favourite && addresses.includes(favourite) ? [favourite, ...addresses.filter((a) => a !== favourite)] : addresses,
          open,
        );
      });
    return attempt;

    function open(address: string): Socket {
      const common = { host: address, port, noDelay: true, highWaterMark: 65_536 };
      if (!secure) {
        const reading = onBytes ? { onread: { buffer: readBuffer, callback: handOn(onBytes) } } : {};
        return connectTcp({ ...common, ...reading }).once('connect', () => (favourite = address));
      }
      const socket = connectTls({
        ...common,
        ...(servername === null ? {} : { servername }),
        ...(secureContext ? { secureContext } : {}),
        rejectUnauthorized: tls?.verify ?? true,
        ALPNProtocols: [...(options.alpn ?? ['http/1.1'])],
      }).once('connect', () => (favourite = address));
      if (onBytes) socket.once('secureConnect', () => socket.on('data', (bytes: Buffer) => onBytes(bytes, bytes.length)));
      return socket;
    }
  };
}

/** The first answer is kept for good; failures are not. */
function resolveOnce(resolve: Resolve): Resolve {
  let known: readonly string[] | null = null;
  return (host, done) => {
    if (known) return done(null, known);
    resolve(host, (error, addresses) => {
      if (!error && addresses.length > 0) known ??= addresses;
      done(error, addresses);
    });
  };
}

/** Read once for all connections. Sessions are not resumed: each connection pays its whole handshake. */
function contextOf(tls: Connection['tls'] | undefined): SecureContext {
  return createSecureContext({
    ...(tls?.ca ? { ca: tls.ca } : {}),
    ...(tls?.clientCertificate ? { cert: tls.clientCertificate.certificate, key: tls.clientCertificate.key } : {}),
  });
}

function handOn(onBytes: OnBytes): (length: number, bytes: Uint8Array) => boolean {
  return (length) => {
    onBytes(readBuffer, length);
    return true;
  };
}

/** One attempt to open a connection, over one address after the other. */
class Attempt implements Dial {
  #done: ((error: DialError | null, socket: Socket | null) => void) | null;
  #socket: Socket | null = null;

  constructor(done: (error: DialError | null, socket: Socket | null) => void) {
    this.#done = done;
  }

  abort(): void {
    if (!this.#done) return;
    if (this.#socket) this.#socket.destroy(new GivenUpError('The connection was given up.'));
    else this.failSoon(new DialError('connect', 'PLM_GIVEN_UP', 'The host name was not resolved in time.'));
  }

  failSoon(error: DialError): void {
    setImmediate(() => this.fail(error));
  }

  fail(error: DialError): void {
    const done = this.#done;
    this.#done = null;
    done?.(error, null);
  }

  tryEach(addresses: readonly string[], open: (address: string) => Socket): void {
    const [address, ...others] = addresses;
    if (!this.#done || address === undefined) return;
    let connected = false;
    const socket = open(address);
    this.#socket = socket;
    const secure = 'encrypted' in socket;
    const ready = () => {
      socket.removeListener('error', failed);
      const done = this.#done;
      this.#done = null;
      done?.(null, socket);
    };
    const failed = (error: Error) => {
      if (others.length > 0 && !connected && codeOf(error) !== 'PLM_GIVEN_UP') return this.tryEach(others, open);
      const phase = connected ? 'tls' : 'connect';
      this.fail(new DialError(phase, codeOf(error), `${error.message}${codeOf(error) === 'PLM_GIVEN_UP' ? '' : ` (${address})`}`));
    };
    socket.once('error', failed);
    if (secure)
      socket.once('connect', () => {
        connected = true;
      });
    socket.once(secure ? 'secureConnect' : 'connect', ready);
  }
}
