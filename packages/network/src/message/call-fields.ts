/** The head of a gRPC call as a plan writes it. */
import { durationMs } from '@plimsoll/contracts/duration';
import type { GrpcCall } from '@plimsoll/contracts/grpc-call';
import { transportUrl } from '@plimsoll/contracts/grpc-url';
import type { Target } from '@plimsoll/contracts/target';
import { compileAuthorization } from './authorization.ts';
import { listHeaders } from './http-request.ts';
import { compileTemplate, escapeHeaderValue, type Rendered } from './template.ts';

/** Names and values, alternating; HTTP/2's own come first. */
export function listCallFields(target: Target, grpc: GrpcCall, path: string, runId: string): (Rendered | string)[] {
  const url = new URL(transportUrl(target.url));
  const own = [
    ...[':method', 'POST', ':scheme', url.protocol.slice(0, -1), ':path', path, ':authority', grpc.authority ?? url.host],
    ...['content-type', 'application/grpc', 'te', 'trailers'],
    ...(grpc.deadline === null ? [] : ['grpc-timeout', formatTimeout(durationMs(grpc.deadline))]),
    ...(grpc.gzip ? ['grpc-encoding', 'gzip'] : []),
    ...['grpc-accept-encoding', 'identity,gzip'],
    ...listHeaders(target, runId),
  ];
  const metadata = Object.entries(grpc.metadata).flatMap(([name, value]): (Rendered | string)[] => {
    const key = name.toLowerCase();
    return [key, key.endsWith('-bin') ? value.replaceAll('-', '+').replaceAll('_', '/') : compileTemplate(value, escapeHeaderValue)];
  });
  return [...own, ...metadata, ...(target.auth ? ['authorization', compileAuthorization(target.auth)] : [])];
}

/** `grpc-timeout`: at most eight digits and a unit. */
function formatTimeout(ms: number): string {
  const units = [
    ['u', 1000],
    ['m', 1],
    ['S', 0.001],
  ] as const;
  const [unit, perMs] = units.find(([, per]) => ms * per < 1e8) ?? units[2];
  return `${Math.max(1, Math.round(ms * perMs))}${unit}`;
}
