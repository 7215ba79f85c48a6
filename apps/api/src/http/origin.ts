/**
 * The public origin, for links: as configured. Without a configuration the `Host` of a request is taken only where it names this
 * very machine (loopback, or the address that the connection came in on), since anybody can send any other; else there is
 * none, and links are paths, which a browser reads on the page's own origin.
 */
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { ApiConfig } from '../config.ts';
import { isLoopbackHost } from '../loopback-host.ts';

type Asked = Pick<FastifyRequest, 'protocol' | 'host'> & { readonly socket: Pick<FastifyRequest['socket'], 'localAddress'> };

/** Without a slash at its end; empty where there is none. */
export function originOf(request: Asked, config: Pick<ApiConfig, 'baseUrl'>): string {
  if (config.baseUrl !== undefined) return config.baseUrl.replace(/\/+$/, '');
  const asked = `${request.protocol}://${request.host}`;
  if (!URL.canParse(asked)) return '';
  const { origin, hostname } = new URL(asked);
  return isOwnName(hostname.replace(/^\[(.*)\]$/, '$1'), request.socket.localAddress) ? origin : '';
}

function isOwnName(name: string, localAddress: string | undefined): boolean {
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  return isIP(name) > 0 && (isLoopbackHost(name) || name === localAddress?.replace(/^::ffff:/, ''));
}
