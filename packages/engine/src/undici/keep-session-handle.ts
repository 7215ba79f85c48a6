/**
 * node:http2 aborts the process where the garbage collector takes a session before a stream of it that a target left in the middle of a
 * head: the stream's headers count as the session's memory, and the session checks that none is left (`current_nghttp2_memory_ == 0`,
 * nodejs/node#39951). An endless head does it at one request in a hundred. So each stream keeps its session's native half until the
 * collector has taken the stream itself.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { ClientHttp2Stream, Http2Session } from 'node:http2';

const outlived = new FinalizationRegistry<object>(() => {});
let nativeHalf: symbol | undefined;

/** Node keeps the native half of a session under a symbol of this name. Of a Node that has no such symbol nothing is kept. */
function findNativeHalf(session: Http2Session): object | undefined {
  nativeHalf ??= Object.getOwnPropertySymbols(session).find(({ description }) => description === 'kHandle');
  return nativeHalf && (Reflect.get(session, nativeHalf) as object | undefined);
}

let subscribed = false;

/** Holds for every client's stream of this thread from now on. What it costs stands in docs/benchmarks.md. */
export function keepSessionHandles(): void {
  if (subscribed) return;
  subscribed = true;
  subscribe('http2.client.stream.created', (message) => {
    const { stream } = message as { readonly stream: ClientHttp2Stream };
    const handle = stream.session && findNativeHalf(stream.session);
    if (handle) outlived.register(stream, handle);
  });
}
