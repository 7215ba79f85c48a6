/**
 * What cookies of an installation are named. Browsers keep them by host, whatever its port: two installations on one host are told apart by the
 * port that people reach them at. Over TLS no host beside ours can set one (`__Host-`).
 */
export interface CookieNames {
  /** Before the name, but for a prefix of the browser's. */
  readonly product: string;
  readonly secure: boolean;
  of(name: string): string;
}

/** `origin`: where people reach it; without TLS and without a port in it, `port` stands in: the one it listens on. */
export function cookieNames(origin: string, port: number): CookieNames {
  const { protocol, port: shown } = new URL(origin);
  const secure = protocol === 'https:';
  const told = shown === '' && !secure ? String(port) : shown;
  const product = told === '' ? 'plimsoll' : `plimsoll-${told}`;
  return { product, secure, of: (name) => `${secure ? '__Host-' : ''}${product}.${name}` };
}
