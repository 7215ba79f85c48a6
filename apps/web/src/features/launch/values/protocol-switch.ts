/**
 * From HTTP to gRPC, to WebSockets and back: what only one of them has stays in the form and waits. The demo target takes WebSockets at paths of
 * their own: a URL that aims at it goes to the one that answers.
 */
import { isGrpcUrl } from '@plimsoll/contracts/grpc-url';
import { isWebSocketUrl } from '@plimsoll/contracts/websocket-url';
import { demoSocketUrl, isAtDemo, isDemoSocket } from '../../../domain/plan/demo-url.ts';
import { demoSocketFor } from './demo-socket.ts';
import { emptyForm } from './empty-form.ts';
import { type FormValues, firstRequest } from './form-values.ts';
import type { RequestRow } from './request-row.ts';
import { backToModel, leaveModel } from './waiting-model.ts';

type Change = Partial<FormValues>;
export type SentKind = 'http' | 'grpc' | 'websocket';

export function sentKind({ isCall, isSocket }: Pick<RequestRow, 'isCall' | 'isSocket'>): SentKind {
  if (isCall) return 'grpc';
  return isSocket ? 'websocket' : 'http';
}

function withFirst({ requestRows: [first, ...others] }: FormValues, change: Partial<RequestRow>): Change {
  return first ? { requestRows: [{ ...first, ...change }, ...others] } : {};
}

/** A gRPC call on this URL, or on the same host and port. */
export function asCall(values: FormValues, url = callUrl(firstRequest(values).url), demoTarget?: string): Change {
  const left = leaveModel(values, demoTarget);
  return { ...left, ...withFirst(left, { isCall: true, isSocket: false, url }), protocol: 'grpc', pipelining: emptyForm.pipelining };
}

/** An HTTP request to this URL, or to the same host and port. */
export function asHttp(values: FormValues, url?: string, demoTarget?: string): Change {
  const { protocol, streams } = emptyForm;
  const was = firstRequest(values).url;
  const ofDemo = isAtDemo(was, demoTarget) && isDemoSocket(was);
  const before = ofDemo ? new URL(values.waitingModel ? '/' : `/${new URL(was).search}`, was).href : was;
  const http = { ...values, ...withFirst(values, { isCall: false, isSocket: false, url: url ?? httpUrl(before) }) };
  const back = backToModel(http);
  // As it is typed, it stays.
  return { ...back, ...(url === undefined ? {} : withFirst(back, { url })), protocol, streams };
}

/** A WebSocket at this URL, or at the same host and port. Each is a connection of its own, so that settings of kept ones go. */
export function asSocket(values: FormValues, url?: string, demoTarget?: string): Change {
  const { pipelining, streams, keepAlive, maxRequestsPerConnection, maxConnectionAge } = emptyForm;
  const left = leaveModel(values, demoTarget);
  const { websocket: kept, url: http } = firstRequest(left);
  const websocket = kept ?? newSocket;
  const own = socketUrl(http, websocket.messages !== null, demoTarget);
  return {
    ...left,
    ...withFirst(left, { isCall: false, isSocket: true, url: url ?? own, websocket }),
    ...{ protocol: 'websocket', pipelining, streams, keepAlive, maxRequestsPerConnection, maxConnectionAge },
  };
}

/** What it does not say is what the schema fills in. */
const newSocket = { messages: ['hello {{messageSeq}}'] } as unknown as NonNullable<RequestRow['websocket']>;

const switches = { http: asHttp, grpc: asCall, websocket: asSocket } as const;

export function asKind(kind: SentKind, demoTarget?: string): (values: FormValues) => Change {
  return (values) => switches[kind](values, undefined, demoTarget);
}

/** The URL as it is typed; its scheme says which of them it is. */
export function withUrl(values: FormValues, url: string): Change {
  const now = sentKind(firstRequest(values));
  const typed = isGrpcUrl(url) ? 'grpc' : isWebSocketUrl(url) ? 'websocket' : /^https?:\/\//i.test(url) ? 'http' : now;
  return typed === now ? withFirst(values, { url }) : switches[typed](values, url);
}

const anyScheme = /^(?:http|grpc|ws)(s?):\/\/([^/?#]*)(.*)$/is;

function callUrl(url: string): string {
  return url.replace(anyScheme, 'grpc$1://$2');
}

function httpUrl(url: string): string {
  return url.replace(
    anyScheme,
    (_all, secure: string, host: string, rest: string) => `http${secure}://${host}${/^ws/i.test(url) ? rest : '/'}`,
  );
}

function socketUrl(url: string, sends: boolean, demoTarget = ''): string {
  if (isAtDemo(url, demoTarget) && !isDemoSocket(url)) {
    const demo = new URL(demoSocketUrl(demoTarget));
    const knobs = new URL(new URL(url).search || demo.search, demo).href;
    return demoSocketFor({ url: knobs, published: null }, sends, demoTarget).url;
  }
  return url.replace(anyScheme, (_all, secure: string, host: string, rest: string) => `ws${secure}://${host}${rest || '/'}`);
}
