/** Targets behind a Unix socket: `http+unix:///run/app.sock:/path?query`, HTTP without TLS. The text after the second colon is the request's. */

const written = /^http\+unix:\/\/([^:?#]*)(?::(.*))?$/i;
/** Plain names alone: nothing that a URL or a shell reads in another way. */
const plainPath = /^(\/[A-Za-z0-9._@+,=-]+)+$/;
/** The longest path that every platform has room for, with the zero at its end (macOS: 104 bytes). */
const mostPathBytes = 103;

export function isUnixUrl(url: string): boolean {
  return /^http\+unix:/i.test(url);
}

/** The socket's path; null where the URL names none, or one that could be read as another. */
export function unixSocketPath(url: string): string | null {
  const path = written.exec(url)?.[1] ?? '';
  const climbs = path.split('/').some((part) => part === '.' || part === '..');
  return plainPath.test(path) && !climbs && path.length <= mostPathBytes ? path : null;
}

/** The URL that is sent: a socket has no host, and servers are asked for `localhost`, as curl does. Any other URL stays as it is. */
export function sentUrl(url: string): string {
  if (!isUnixUrl(url)) return url;
  const path = written.exec(url)?.[2] ?? '';
  return `http://localhost${path.startsWith('/') ? path : `/${path}`}`;
}
