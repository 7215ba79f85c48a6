/** The port at which a URL is served. */
export function portOf(url: string): number {
  const { port, protocol } = new URL(url);
  return Number(port) || (/s:$/.test(protocol) ? 443 : 80);
}
