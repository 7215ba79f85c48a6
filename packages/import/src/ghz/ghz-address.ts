/** Whom ghz calls: its host and its method as a plan writes them. */

/**
 * `host:port` as a URL; a host alone has the port 443, as grpc-go takes it. What has a scheme stays as it is: a plan takes none of those that
 * ghz knows.
 */
export function ghzUrl(host: string, insecure: boolean): string {
  if (/^[a-z][a-z0-9+.-]*:(?!\d+$)/i.test(host)) return host;
  return `${insecure ? 'grpc' : 'grpcs'}://${host}${/:\d+$/.test(host) ? '' : ':443'}`;
}

/** `package.Service.Method`, which ghz takes as well, as `package.Service/Method`. */
export function ghzCall(written: string): string {
  const call = written.replace(/^\./, '');
  return call.includes('/') ? call : call.replace(/\.(?=[^.]*$)/, '/');
}
