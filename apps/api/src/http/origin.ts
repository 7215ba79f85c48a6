/** The public origin: as configured, else as this request came in. */
import type { FastifyRequest } from 'fastify';
import type { ApiConfig } from '../config.ts';

export function originOf(request: FastifyRequest, config: Pick<ApiConfig, 'baseUrl'>): string {
  if (config.baseUrl !== undefined) return config.baseUrl.replace(/\/+$/, '');
  return `${request.protocol}://${request.host}`;
}
