/**
 * The way to the provider. The operator names the issuer, so it may be an internal address; whatever its documents name goes over TLS all
 * the same, is led nowhere else, and has a bounded time and size. Each question is a span.
 */
import { inSpan, type Traces } from '@plimsoll/telemetry/spans';
import { isLoopbackHost } from '../../loopback-host.ts';

const patienceMs = 10_000;
const mostBytes = 1024 ** 2;

type Fetch = (url: string, options: { readonly method?: string; readonly signal?: AbortSignal | null | undefined }) => Promise<Response>;

async function readBounded(response: Response): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!response.body) return null;
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body) {
    length += part.byteLength;
    if (length > mostBytes) throw new Error('the provider answered with more than 1 MiB');
    parts.push(part);
  }
  return length === 0 ? null : new Uint8Array(Buffer.concat(parts));
}

/** Throws an Error where this address of the provider has no TLS. Loopback is open without where the issuer itself is there. */
export function refusePlain(issuer: string, url: URL): void {
  if (url.protocol === 'https:') return;
  const own = new URL(issuer);
  if (own.protocol === 'http:' && url.protocol === 'http:' && isLoopbackHost(own.hostname) && isLoopbackHost(url.hostname)) return;
  throw new Error(`the provider names ${url.origin}, which is not https`);
}

/** An address as OpenTelemetry's conventions for HTTP have it, without its query: what the provider's documents name, and no secret. */
const describeAddress = ({ pathname, hostname, port, protocol }: URL) => ({
  'url.scheme': protocol.slice(0, -1),
  'url.template': pathname,
  'server.address': hostname,
  'server.port': port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
});

/** Throws an Error where the provider may not be asked there, or does not answer. */
export function providerFetch(issuer: string, traces: Traces): Fetch {
  return async (text, options) => {
    const url = new URL(text);
    refusePlain(issuer, url);
    const { method = 'GET' } = options;
    const attributes = { 'http.request.method': method, ...describeAddress(url) };
    return inSpan(traces, `${method} ${url.pathname}`, { kind: 'client', attributes }, async (span) => {
      const signal = AbortSignal.any([AbortSignal.timeout(patienceMs), ...(options.signal ? [options.signal] : [])]);
      const response = await fetch(url, { ...options, redirect: 'error', signal });
      span.set({ 'http.response.status_code': response.status });
      const body = await readBounded(response);
      if (response.status >= 400) {
        span.set({ 'error.type': String(response.status) });
        span.end(String(response.status));
      }
      return new Response(body, { status: response.status, headers: response.headers });
    });
  };
}
