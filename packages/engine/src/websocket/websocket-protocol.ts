/** WebSockets: each request is a connection of its own, upgraded from HTTP/1.1, on sockets of ours with the frames of a library. */
import { createSlotTransport } from '../connection/slot-transport.ts';
import { DeadlineList } from '../pace/deadline-list.ts';
import type { Protocol } from '../protocol/protocol.ts';
import { MessagePacer } from '../stream/message-pacer.ts';
import { WallClock } from './wall-clock.ts';
import { warmUpSocket } from './warm-up-socket.ts';
import { WebSocketConnection } from './websocket-connection.ts';
import { WebSocketRequest } from './websocket-request.ts';
import { WebSocketRequestSlot } from './websocket-request-slot.ts';

export const webSocketProtocol: Protocol = {
  alpn: 'http/1.1',
  pacesMessages: ({ websocket }) => (websocket?.messageInterval ?? null) !== null,
  settle: async (plan) => plan,
  compile(part) {
    if (!part.request.websocket) throw new RangeError('A request of WebSockets has none.');
    return new WebSocketRequest(part, part.request.websocket);
  },
  createTransport(options) {
    const { clock } = options;
    const pacer = MessagePacer.of(options);
    const wall = new WallClock(clock, Date.now);
    const forAnswer = new DeadlineList<WebSocketConnection>(clock, (connection) => connection.expire());
    const forEnd = new DeadlineList<WebSocketConnection>(clock, (connection) => connection.expire());
    return createSlotTransport(options, {
      slotsPerConnection: 1,
      reads: 'fed',
      createSlot: (connectionSlot) => new WebSocketRequestSlot(connectionSlot, pacer, wall),
      adopt: (connectionSlot, socket) => new WebSocketConnection(connectionSlot, socket, { forAnswer, forEnd }),
      close() {
        pacer.close();
        forAnswer.close();
        forEnd.close();
      },
    });
  },
  warmUpTarget: (target, url) =>
    target?.websocket ? { url: url.replace('http', 'ws'), websocket: warmUpSocket(target.websocket) } : { url },
};
