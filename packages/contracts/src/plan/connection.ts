/** The connection of a plan: protocol, reuse, TLS, name resolution. Part of {@link file://./plan.ts}. */
import { z } from 'zod';
import { maskedSecret } from '../api/problem.ts';
import { markPublic } from '../api/public.ts';
import { type PlacedRefusal, type Refusal, refusal, refused } from '../api/refusal.ts';
import { durationMs, durationSchema } from '../request/duration.ts';
import { isGrpcUrl } from '../request/grpc-url.ts';
import { isWebSocketUrl } from '../request/websocket-url.ts';

export const httpProtocols = ['http1', 'http2', 'auto'] as const;
/** `grpc`: calls on streams of HTTP/2. `websocket`: a connection for each request, upgraded from HTTP/1.1. */
const protocols = [...httpProtocols, 'grpc', 'websocket'] as const;
/** The protocols that a load spoke: `auto` became one of them. */
export const spokenProtocols = ['http1', 'http2', 'grpc', 'websocket'] as const;
export type SpokenProtocol = (typeof spokenProtocols)[number];

/** The clients that can send the requests; the field's own description tells them apart. */
export const httpClients = ['undici', 'wire'] as const;
export type HttpClient = (typeof httpClients)[number];

/** Is it a plan's own choice which client sends? gRPC calls and WebSockets are always made on our own sockets. */
export function choosesClient({ protocol }: Pick<Connection, 'protocol'>): boolean {
  return protocol !== 'grpc' && protocol !== 'websocket';
}

export function sendingClient(connection: Pick<Connection, 'client' | 'protocol'>): HttpClient {
  return choosesClient(connection) ? connection.client : 'wire';
}

/** The protocol that a URL's scheme stands for; null for HTTP, where a plan chooses. */
export function protocolOfUrl(url: string): 'grpc' | 'websocket' | null {
  if (isGrpcUrl(url)) return 'grpc';
  return isWebSocketUrl(url) ? 'websocket' : null;
}

/** Looked for by its ends, in one pass: a pattern over the whole text takes time by the square of its length. */
function holdsPem(text: string, label: string): boolean {
  const words = `(?:[A-Z]{1,20} ){0,5}${label}-----`;
  const begin = new RegExp(`-----BEGIN ${words}`).exec(text);
  if (!begin) return false;
  return new RegExp(`[\\s\\S]-----END ${words}`).test(text.slice(begin.index + begin[0].length));
}

const pem = (label: string, code: 'pem_authority' | 'pem_certificate' | 'pem_key') =>
  z
    .string()
    .max(100_000)
    .refine((value) => holdsPem(value, label), refused(code));

export const tlsSchema = z.strictObject({
  /** Off accepts any certificate: shown on the result, because it skips work a real client does. */
  verify: markPublic(z.boolean().default(true)),
  /** Certificates (PEM) to trust in place of the well-known authorities. */
  ca: pem('CERTIFICATE', 'pem_authority').nullable().default(null),
  /** Name to ask for and to verify (SNI) in place of the URL's host. */
  serverName: z
    .string()
    .max(253)
    .regex(/^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/, refused('server_name'))
    .nullable()
    .default(null),
  /** Certificate and private key (PEM) of the client; the key is a secret. */
  clientCertificate: z
    .strictObject({ certificate: pem('CERTIFICATE', 'pem_certificate'), key: z.literal(maskedSecret).or(pem('PRIVATE KEY', 'pem_key')) })
    .nullable()
    .default(null),
});

export const connectionSchema = z.strictObject({
  client: markPublic(
    z.enum(httpClients).default('undici').meta({
      description:
        'The HTTP client that drives the target, and so a part of the measurement: undici, what Node services use; or wire, raw sockets of our own (HTTP/2: node:http2), the least cost per request.',
    }),
  ),
  /**
   * `http2`: over TLS by ALPN, over http:// by prior knowledge (h2c). `auto`: HTTP/2 where the target offers it (ALPN), asked
   * once before the load starts with a connection that sends no request. `grpc`: for grpc:// and grpcs://, `websocket`: for ws:// and
   * wss://, both always by our own sockets.
   */
  protocol: markPublic(z.enum(protocols).default('http1')),
  /** Off opens a new connection for every request. */
  keepAlive: markPublic(z.boolean().default(true)),
  /** Requests in flight at once on one connection (HTTP/1.1 pipelining). */
  pipelining: markPublic(z.int().min(1).max(64).default(1)),
  /** Requests in flight at once on one connection (HTTP/2 streams, gRPC calls). A closed load has connections × streams in flight. */
  streams: markPublic(z.int().min(1).max(1000).default(1)),
  /**
   * Requests under way at once in the whole run, whatever connections × pipelining or streams would allow; null = those alone. Open
   * loads queue what is due beyond it; closed loads have so many loops, which take the connections in turn.
   */
  maxActiveRequests: markPublic(
    z.int().min(1).nullable().default(null).meta({
      description:
        'Requests under way at once in the whole run, apart from connections × pipelining or streams; null: no limit of its own. An open load queues what is due beyond it; a closed load has so many loops.',
    }),
  ),
  /** Close a connection after this many requests; null = never. */
  maxRequestsPerConnection: markPublic(z.int().min(1).nullable().default(null)),
  /** Send nothing more on a connection this old; null = never. */
  maxConnectionAge: markPublic(
    durationSchema
      .refine((value) => durationMs(value) > 0, refused('age_zero'))
      .nullable()
      .default(null),
  ),
  /** Resolve the host's name for each connection, or once for the run. Every address is judged either way. */
  dns: markPublic(z.enum(['each', 'once']).default('each')),
  tls: markPublic(tlsSchema.prefault({})),
});
export type Connection = z.infer<typeof connectionSchema>;

/** Headers about one HTTP/1 connection; HTTP/2 forbids them (RFC 9113, 8.2.2). The plan's other headers of that kind are refused anyway. */
const http1Headers = new Set(['proxy-connection', 'http2-settings']);

/** The reason why this header cannot be sent over the connection's protocol, or null. */
export function headerClash({ protocol }: Pick<Connection, 'protocol'>, name: string): Refusal | null {
  if (protocol === 'http1' || !http1Headers.has(name.toLowerCase())) return null;
  return refusal('header_of_http1', { name });
}

/** Lists the settings that do not go together, by their path below `connection`. */
export function connectionClashes(connection: Connection, url: string): PlacedRefusal[] {
  const clashes: PlacedRefusal[] = [];
  const clash = (field: string, reason: Refusal) => clashes.push({ path: [field], reason });
  const { protocol, keepAlive, pipelining, streams, tls } = connection;
  const secure = /^(?:https|grpcs|wss):/i.test(url);
  const own = protocolOfUrl(url);
  const [grpc, socket] = [own === 'grpc', own === 'websocket'];
  if (grpc !== (protocol === 'grpc')) clash('protocol', refusal(grpc ? 'grpc_protocol' : 'grpc_protocol_url'));
  if (socket !== (protocol === 'websocket')) clash('protocol', refusal(socket ? 'websocket_protocol' : 'websocket_protocol_url'));
  // Each request has a connection of its own, which ends with it.
  if (protocol === 'websocket')
    for (const [field, set] of Object.entries(ofSeveralRequests(connection)))
      if (set) clash(field, refusal('websocket_connection', { field }));
  if (pipelining > 1 && !keepAlive) clash('pipelining', refusal('pipelining_keep_alive'));
  if (pipelining > 1 && protocol !== 'http1' && protocol !== 'websocket') clash('pipelining', refusal('pipelining_protocol'));
  if (streams > 1 && protocol === 'http1') clash('streams', refusal('streams_protocol'));
  if (streams > 1 && !keepAlive) clash('streams', refusal('streams_keep_alive'));
  if (protocol === 'auto' && !secure) clash('protocol', refusal('auto_needs_tls'));
  if (!secure && (!tls.verify || tls.ca !== null || tls.serverName !== null || tls.clientCertificate !== null))
    clash('tls', refusal('tls_needs_https'));
  return clashes;
}

/** The settings of connections that carry several requests, and whether they are set. */
function ofSeveralRequests({
  keepAlive,
  pipelining,
  streams,
  maxRequestsPerConnection,
  maxConnectionAge,
}: Connection): Record<string, boolean> {
  return {
    keepAlive: !keepAlive,
    pipelining: pipelining > 1,
    streams: streams > 1,
    maxRequestsPerConnection: maxRequestsPerConnection !== null,
    maxConnectionAge: maxConnectionAge !== null,
  };
}
