/** From HTTP to gRPC and back: what only one of them has stays in the form and waits. */
import { isGrpcUrl } from '@plimsoll/contracts/grpc-url';
import { emptyForm } from './empty-form.ts';
import { type FormValues, firstRequest } from './form-values.ts';
import type { RequestRow } from './request-row.ts';

type Change = Partial<FormValues>;

function withFirst({ requestRows: [first, ...others] }: FormValues, change: Partial<RequestRow>): Change {
  return first ? { requestRows: [{ ...first, ...change }, ...others] } : {};
}

/** A gRPC call on this URL, or on the same host and port. */
export function asCall(values: FormValues, url = callUrl(firstRequest(values).url)): Change {
  return { ...withFirst(values, { isCall: true, url }), protocol: 'grpc', pipelining: emptyForm.pipelining };
}

/** An HTTP request to this URL, or to the same host and port. */
export function asHttp(values: FormValues, url = httpUrl(firstRequest(values).url)): Change {
  return { ...withFirst(values, { isCall: false, url }), protocol: emptyForm.protocol, streams: emptyForm.streams };
}

/** The URL as it is typed; its scheme says which of the two it is. */
export function withUrl(values: FormValues, url: string): Change {
  const { isCall } = firstRequest(values);
  if (isGrpcUrl(url) && !isCall) return asCall(values, url);
  if (/^https?:\/\//i.test(url) && isCall) return asHttp(values, url);
  return withFirst(values, { url });
}

function callUrl(url: string): string {
  return url.replace(/^http(s?):\/\/([^/?#]*).*$/is, 'grpc$1://$2');
}

function httpUrl(url: string): string {
  return url.replace(/^grpc(s?):\/\/([^/?#]*).*$/is, 'http$1://$2/');
}
