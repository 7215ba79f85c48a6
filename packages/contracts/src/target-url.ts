/** Reads a target URL strictly: what the browser would silently mend is refused with a sentence. */

// The package is CommonJS whose names Node cannot see: the default import works in Node, Vite and vitest alike.
import punycode from 'punycode/punycode.js';

const schemes = new Set(['http:', 'https:']);

/** The parsed URL, or one sentence that says what is wrong. Judging where it may point is target-policy's work. */
export function parseTargetUrl(written: string): { readonly url: URL } | { readonly error: string } {
  if (/^[a-z]+:\/\/[^/?#]*\{\{/i.test(written)) return { error: 'A template may stand in the path and query, not in the host.' };
  // A template may hold spaces, as in {{randomInt 1 9}}; what it becomes is escaped when it is rendered.
  const text = written.replace(/\{\{[^{}]*\}\}/g, (template) => template.replaceAll(' ', '%20'));
  if (text === '') return { error: 'Write the URL to load, for example http://127.0.0.1:8080/.' };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(text)) return { error: 'The URL holds a control character (a tab or a line break).' };
  if (/\s/.test(text)) return { error: 'The URL holds a space. Write %20 inside a path.' };
  if (text.startsWith('//')) return { error: 'The scheme is missing: start with http:// or https://.' };
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text);
  if (!scheme || /^[^/]*:\d+(\/|$)/.test(text)) return { error: 'The scheme is missing: start with http:// or https://.' };
  if (!schemes.has(scheme[0].toLowerCase())) return { error: `The scheme "${scheme[1]}" cannot be loaded. Use http or https.` };
  const authority = /^[a-z]+:\/\/([^/?#\\]*)/i.exec(text)?.[1];
  if (!authority) return { error: 'The host is missing, as in http://127.0.0.1:8080/.' };
  if (authority.includes('@'))
    return { error: 'A user name or password does not belong in the URL. Use an Authorization header: it is kept as a secret.' };
  const port = /:(\d*)$/.exec(authority)?.[1];
  if (port !== undefined && (port === '' || Number(port) < 1 || Number(port) > 65_535))
    return { error: `Port ${port || '(empty)'} does not exist. Ports are 1 to 65535.` };
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return { error: 'This is not a URL that can be read. Check the host name.' };
  }
  if (url.hostname.split('.').some(badPunycode)) return { error: 'The host name holds punycode (xn--) that cannot be decoded.' };
  const host = authority.replace(/:\d+$/, '').toLowerCase();
  if (/^\d+\.\d+\.\d+\.\d+$/.test(url.hostname) && host !== url.hostname)
    return { error: `Write the address in plain decimal: ${url.hostname}.` };
  return { url };
}

/** WHATWG URL parsers let all-ASCII labels pass undecoded, so the round trip is made here. */
function badPunycode(label: string): boolean {
  if (!label.startsWith('xn--')) return false;
  try {
    const name = punycode.decode(label.slice(4));
    return /^[ -~]*$/.test(name) || punycode.encode(name) !== label.slice(4);
  } catch {
    return true;
  }
}
