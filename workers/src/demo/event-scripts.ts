/** Server-sent events and lines of JSON, as the knobs say. */
import type { StreamKnobs } from './demo-knobs.ts';
import type { StreamScript } from './demo-streams.ts';

/** Events with ids, after the one that the client says it had (`Last-Event-ID`). The first tells how soon to come back. */
export function eventScript(knobs: StreamKnobs, lastId: number): StreamScript {
  const data = filler(knobs);
  return {
    contentType: 'text/event-stream',
    before: [],
    count: countOf(knobs.events),
    message: (nth) => `${nth === 0 ? 'retry: 1000\n' : ''}id: ${lastId + nth + 1}\ndata: ${data}\n\n`,
    after: [],
    inputTokens: null,
  };
}

export function lineScript(knobs: StreamKnobs): StreamScript {
  const data = filler(knobs);
  return {
    contentType: 'application/x-ndjson',
    before: [],
    count: countOf(knobs.events),
    message: (nth) => `${JSON.stringify({ nth: nth + 1, data })}\n`,
    after: [],
    inputTokens: null,
  };
}

const countOf = (events: number) => Math.max(1, Math.round(events));

const filler = ({ bytes }: StreamKnobs) => 'plimsoll '.repeat(Math.ceil(bytes / 9)).slice(0, bytes);
