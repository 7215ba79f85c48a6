/** Reads a target URL strictly: a fault that the browser would silently mend is refused. */

// The package is CommonJS whose names Node cannot see: the default import works in Node, Vite and vitest alike.
import punycode from 'punycode/punycode.js';
import { type Refusal, refusal } from '../api/refusal.ts';
import { isGrpcUrl, transportUrl } from './grpc-url.ts';
import { isUnixUrl, sentUrl, unixSocketPath } from './unix-url.ts';
import { isWebSocketUrl } from './websocket-url.ts';

const schemes = new Set(['http:', 'https:']);
/** Schemes of gRPC's own names for targets: they say how a name is resolved, which is the target guard's work. */
const resolverSchemes = new Set(['unix', 'unix-abstract', 'dns', 'xds', 'ipv4', 'ipv6', 'vsock', 'passthrough']);

/**
 * The parsed URL, or what is wrong. Judging where it may point is target-policy's work. `ofPlan`: grpc://, grpcs://, ws:// and wss:// may be
 * loaded, too; the URL then has the scheme of the HTTP they go over. So may http+unix://.
 */
export function parseTargetUrl(written: string, ofPlan = false): { readonly url: URL } | { readonly error: Refusal } {
  if (ofPlan && isGrpcUrl(written)) return parseGrpcUrl(written);
  if (ofPlan && isUnixUrl(written)) return parseUnixUrl(written);
  if (ofPlan && isWebSocketUrl(written)) return parseTargetUrl(transportUrl(written));
  if (/^[a-z]+:\/\/[^/?#]*\{\{/i.test(written)) return { error: refusal('url_template_in_host') };
  // A template may hold spaces, as in {{randomInt 1 9}}; what it becomes is escaped when it is rendered.
  const text = written.replace(/\{\{[^{}]*\}\}/g, (template) => template.replaceAll(' ', '%20'));
  if (text === '') return { error: refusal('url_missing') };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(text)) return { error: refusal('url_control_character') };
  if (/\s/.test(text)) return { error: refusal('url_space') };
  if (text.startsWith('//')) return { error: refusal('url_no_scheme') };
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text);
  const isPort = /^[^/:]*:\d+(\/|$)/.test(text);
  if (ofPlan && scheme && !isPort && resolverSchemes.has((scheme[1] ?? '').toLowerCase()))
    return { error: refusal('grpc_scheme', { scheme: scheme[1] ?? '' }) };
  if (!scheme || /^[^/]*:\d+(\/|$)/.test(text)) return { error: refusal('url_no_scheme') };
  if (!schemes.has(scheme[0].toLowerCase())) return { error: refusal('url_scheme', { scheme: scheme[1] ?? '' }) };
  const authority = /^[a-z]+:\/\/([^/?#\\]*)/i.exec(text)?.[1];
  if (!authority) return { error: refusal('url_no_host') };
  if (authority.includes('@')) return { error: refusal('url_credentials') };
  const port = /:(\d*)$/.exec(authority)?.[1];
  if (port !== undefined && (port === '' || Number(port) < 1 || Number(port) > 65_535))
    return { error: port === '' ? refusal('url_port_empty') : refusal('url_port', { port }) };
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return { error: refusal('url_unreadable') };
  }
  if (url.hostname.split('.').some(badPunycode)) return { error: refusal('url_punycode') };
  const host = authority.replace(/:\d+$/, '').toLowerCase();
  if (/^\d+\.\d+\.\d+\.\d+$/.test(url.hostname) && host !== url.hostname)
    return { error: refusal('url_plain_address', { address: url.hostname }) };
  return { url };
}

/** A host and a port: what is called there stands in the call. */
function parseGrpcUrl(written: string): { readonly url: URL } | { readonly error: Refusal } {
  const parsed = parseTargetUrl(transportUrl(written));
  if ('error' in parsed) return parsed;
  const { pathname, search, hash } = parsed.url;
  return pathname !== '/' || search !== '' || hash !== '' || written.includes('{{') ? { error: refusal('grpc_url_path') } : parsed;
}

/** The URL of the socket alone: a path that is asked for must never become part of the socket's. */
function parseUnixUrl(written: string): { readonly url: URL } | { readonly error: Refusal } {
  const socket = unixSocketPath(written);
  if (socket === null) return { error: refusal('url_socket') };
  const parsed = parseTargetUrl(sentUrl(written));
  return 'error' in parsed ? parsed : { url: new URL(`http+unix://${socket}:/`) };
}

/** WHATWG URL parsers let all-ASCII labels pass undecoded, so the round trip is made here. */
function badPunycode(label: string): boolean {
  if (!label.startsWith('xn--')) return false;
  // No name has a longer label (RFC 1035, 2.3.4), and decoding takes time by the square of its length.
  if (label.length > 63) return true;
  try {
    const name = punycode.decode(label.slice(4));
    return /^[ -~]*$/.test(name) || punycode.encode(name) !== label.slice(4);
  } catch {
    return true;
  }
}
