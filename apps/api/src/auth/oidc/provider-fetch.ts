/**
 * The way to the provider. The operator names the issuer, so it may be an internal address; whatever its documents name goes over TLS all
 * the same, is led nowhere else, and has a bounded time and size.
 */
import { isLoopbackHost } from '../../config.ts';

const patienceMs = 10_000;
const mostBytes = 1024 ** 2;

type Fetch = (url: string, options: { readonly signal?: AbortSignal | null | undefined }) => Promise<Response>;

const isLoopback = (url: URL) => isLoopbackHost(url.hostname.replace(/^\[(.*)\]$/, '$1'));

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
  if (own.protocol === 'http:' && url.protocol === 'http:' && isLoopback(own) && isLoopback(url)) return;
  throw new Error(`the provider names ${url.origin}, which is not https`);
}

/** Throws an Error where the provider may not be asked there, or does not answer. */
export function providerFetch(issuer: string): Fetch {
  return async (text, options) => {
    const url = new URL(text);
    refusePlain(issuer, url);
    const signal = AbortSignal.any([AbortSignal.timeout(patienceMs), ...(options.signal ? [options.signal] : [])]);
    const response = await fetch(url, { ...options, redirect: 'error', signal });
    const body = await readBounded(response);
    return new Response(body, { status: response.status, headers: response.headers });
  };
}
