/**
 * node:http2 aborts the process where the garbage collector takes a session before a stream of it that was left in the middle of a
 * head: the stream's headers count as the session's memory, and the session checks that none is left (`current_nghttp2_memory_ == 0`,
 * nodejs/node#39951). An endless head does it at one request in a hundred. So each stream that closes before its answer is whole keeps
 * its session's native half until the collector has taken the stream itself. A whole answer has no open head, so it costs nothing more.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { ClientHttp2Stream, Http2Session } from 'node:http2';

const outlived = new FinalizationRegistry<object>(() => {});
let nativeHalf: symbol | undefined;

/** Node keeps the native half of a session under a symbol of this name. Where Node has no such symbol nothing is kept. */
function findNativeHalf(session: Http2Session): object | undefined {
  nativeHalf ??= Object.getOwnPropertySymbols(session).find(({ description }) => description === 'kHandle');
  return nativeHalf && (Reflect.get(session, nativeHalf) as object | undefined);
}

/** True if the target has sent the whole answer. `readableEnded` is too late: it says whether the answer was read too. */
function isWhole(stream: ClientHttp2Stream): boolean {
  const state = Reflect.get(stream, '_readableState') as { readonly ended?: boolean } | undefined;
  return state?.ended === true;
}

let subscribed = false;

/** Holds for every client's stream of this thread from now on. */
export function keepSessionHandles(): void {
  if (subscribed) return;
  subscribed = true;
  subscribe('http2.client.stream.close', (message) => {
    const { stream } = message as { readonly stream: ClientHttp2Stream };
    if (isWhole(stream)) return;
    const handle = stream.session && findNativeHalf(stream.session);
    if (handle) outlived.register(stream, handle);
  });
}
