/**
 * A target that plays a script of raw HTTP/2 bytes (h2c). Its first connections follow the script; the ones after them behave well, so
 * that a load shows both what became of the broken one and whether the next one works.
 */
import { createServer, type Socket } from 'node:net';
import { flags, frame, frameTypes, type Http2Frame, okAnswer, prefaceBytes, settings, takeFrames } from '../http2/frames.ts';
import { listen } from '../listen.ts';

export interface ScriptedPeer {
  readonly socket: Socket;
  /** Frames that the client sent on this connection so far. */
  readonly seen: readonly Http2Frame[];
  /** Writes it at once, as one piece. */
  send(...pieces: readonly Buffer[]): void;
}

export interface Http2Script {
  /** Sent when the client's first bytes have come; left out, SETTINGS with nothing in it. */
  readonly welcome?: (peer: ScriptedPeer) => void;
  /** A request is complete. `request` counts those of this connection from 1. Left out, it is answered well. */
  readonly answer?: (peer: ScriptedPeer, stream: number, request: number) => void;
  /** Any other frame of the client. Left out, SETTINGS and PING are acknowledged. */
  readonly other?: (peer: ScriptedPeer, frame: Http2Frame) => void;
}

export interface ScriptedTarget {
  readonly url: string;
  /** One for each connection, in the order in which they came. */
  readonly peers: readonly ScriptedPeer[];
  /** Requests that came in whole, over all connections. */
  requests(): number;
  close(): Promise<void>;
}

/** The answer that a client's SETTINGS and PING must get, or null. */
export function acknowledge({ type, flags: bits, payload }: Http2Frame): Buffer | null {
  if ((bits & flags.ack) !== 0) return null;
  if (type === frameTypes.settings) return frame(type, flags.ack, 0);
  return type === frameTypes.ping ? frame(type, flags.ack, 0, payload) : null;
}

/** Starts it. `scripted`: how many connections follow the script. */
export async function startScriptedHttp2(script: Http2Script, scripted = 1): Promise<ScriptedTarget> {
  const peers: ScriptedPeer[] = [];
  let requests = 0;
  const server = createServer({ noDelay: true }, (socket) => {
    const seen: Http2Frame[] = [];
    const send = (...pieces: readonly Buffer[]) => void (socket.destroyed || socket.write(Buffer.concat(pieces)));
    const peer: ScriptedPeer = { socket, seen, send };
    const { welcome, answer, other } = peers.length < scripted ? script : {};
    peers.push(peer);
    let unread = Buffer.alloc(0);
    let greeted = false;
    let requestsHere = 0;
    const receive = (one: Http2Frame) => {
      seen.push(one);
      const isRequest = one.type === frameTypes.headers || one.type === frameTypes.data;
      if (isRequest && (one.flags & flags.endStream) !== 0) {
        requests++;
        requestsHere++;
        if (answer) answer(peer, one.stream, requestsHere);
        else send(okAnswer(one.stream));
      } else if (other) other(peer, one);
      else send(acknowledge(one) ?? Buffer.alloc(0));
    };
    socket.on('data', (bytes) => {
      unread = Buffer.concat([unread, bytes]);
      if (!greeted) {
        if (unread.length < prefaceBytes) return;
        unread = unread.subarray(prefaceBytes);
        greeted = true;
        if (welcome) welcome(peer);
        else send(settings());
      }
      const { frames, rest } = takeFrames(unread);
      unread = Buffer.from(rest);
      frames.forEach(receive);
    });
    socket.on('error', () => {});
  });
  const { url, close } = await listen(server);
  return { url: `${url}/`, peers, requests: () => requests, close };
}
