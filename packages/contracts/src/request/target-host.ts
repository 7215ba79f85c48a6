import { sentUrl, unixSocketPath } from './unix-url.ts';

/** Host and port, or a Unix socket: loads on them add up, whatever path they ask for. */
export function targetHost(url: string): string {
  const socket = unixSocketPath(url);
  if (socket !== null) return `unix:${socket}`;
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port === '' ? (/^(https|grpcs|wss):$/.test(protocol) ? '443' : '80') : port}`;
}

/** The same, where the usual names of our own machine are one: two of them with one port are hardly two servers. */
export function targetServer(url: string): string {
  return targetHost(url).replace(/^(localhost|\[::1\]):/, '127.0.0.1:');
}

/** The machine that a URL of `planUrl` names; all names of our own are one. */
export function targetMachine(url: string): string {
  return new URL(sentUrl(url)).hostname.replace(/^(localhost|\[::1\]|127\..*)$/, 'loopback');
}
