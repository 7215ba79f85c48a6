/** URLs of WebSockets: `ws://host/path` without TLS, `wss://host/path` over it. */

export function isWebSocketUrl(url: string): boolean {
  return /^wss?:/i.test(url);
}
