/**
 * What is asked of the archive, as spans of what asked for it, named as OpenTelemetry's conventions for S3 have it. No key: it names a team. What nobody
 * traces is not traced either, so that no look at the archive begins a trace of its own.
 */
import type { ObjectStoreSettings } from '@plimsoll/artefacts/object-store';
import type { ObjectStoreOptions } from '@plimsoll/artefacts/open-object-store';
import type { Traces } from '@plimsoll/telemetry/spans';

export function traceObjectStore(
  traces: Pick<Traces, 'begin' | 'here'>,
  { endpoint, bucket, region }: ObjectStoreSettings,
): NonNullable<ObjectStoreOptions['onAsk']> {
  const { hostname, port, protocol } = new URL(endpoint);
  const common = {
    'rpc.system': 'aws-api',
    'rpc.service': 'S3',
    'aws.s3.bucket': bucket,
    'cloud.region': region,
    'server.address': hostname,
    'server.port': port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
  };
  return (operation) => {
    if (traces.here().traceId === null) return () => undefined;
    const span = traces.begin(`S3.${operation}`, { kind: 'client', attributes: { ...common, 'rpc.method': operation } });
    return ({ tries, failed }) => {
      if (tries > 1) span.set({ 'http.request.resend_count': tries - 1 });
      // A copy that is gone already, and one that is not there yet, are answers.
      if (failed !== null) span.set({ 'error.type': failed });
      span.end(failed);
    };
  };
}
