/** HTTP with answers that are streams: the same connections as any protocol of HTTP, with slots that read messages. */
import { streamSettings } from '@plimsoll/contracts/stream';
import { type HttpConnections, type HttpExchange, httpProtocol } from '../http/http-protocol.ts';
import { HttpRequest } from '../http/http-request.ts';
import { DeadlineList } from '../pace/deadline-list.ts';
import type { Protocol } from '../protocol/protocol.ts';
import { MessagePacer } from '../stream/message-pacer.ts';
import { EventRequest } from './event-request.ts';
import { type DoneStream, EventRequestSlot } from './event-request-slot.ts';
import { warmUpStream } from './warm-up-stream.ts';

const ofStreams: HttpExchange = {
  compile(part) {
    const settings = streamSettings(part.request);
    return settings ? new EventRequest(part, settings) : new HttpRequest(part);
  },
  slots(options) {
    const { clock } = options;
    const pacer = MessagePacer.of(options);
    const done = new DeadlineList<DoneStream>(clock, ({ slot }) => slot.leftOpen());
    return {
      createSlot: (connectionSlot) => new EventRequestSlot(connectionSlot, { pacer, done }),
      close() {
        pacer.close();
        done.close();
      },
    };
  },
  warmUpTarget(target, url) {
    const stream = warmUpStream(target);
    return stream ? { url, stream } : { url };
  },
};

export function eventProtocol(connections: HttpConnections): Protocol {
  return httpProtocol(connections, ofStreams);
}
