import { formatDuration } from '@plimsoll/contracts/duration';
import type { PlannedRequest } from '@plimsoll/contracts/requests';
import { type StreamSettings, streamSettings } from '@plimsoll/contracts/stream';
import type { WebSocketPlan } from '@plimsoll/contracts/websocket';
import { callsWords } from '@plimsoll/wording/en/calls';
import { streamFormNameWords } from '@plimsoll/wording/en/names';
import { socketFormWords } from '@plimsoll/wording/en/socket-form';
import { streamFormWords } from '@plimsoll/wording/en/stream-form';
import { formatCount } from '@plimsoll/wording/number';
import { KeyValues } from '../../../../ui/key-values.tsx';

type Said = readonly (readonly [name: string, text: string | null])[];

/** The settings of a request's stream or WebSocket in words, by the names of the form. Secrets come masked from the server. */
export function StreamCard({ request, name }: { request: Pick<PlannedRequest, 'stream' | 'websocket'>; name: string | null }) {
  const { websocket } = request;
  const settings = streamSettings(request);
  const said = websocket ? socketRows(websocket) : settings ? streamRows(settings) : [];
  const title = [name, websocket ? socketFormWords.title : streamFormWords.answer].filter(Boolean).join(' · ');
  return (
    <section className="card pad" aria-label={title}>
      <h2 style={{ marginBlockEnd: 12 }}>{title}</h2>
      <KeyValues rows={said.flatMap(([row, text]) => (text === null ? [] : [[row, text] as const]))} />
    </section>
  );
}

const inMs = (ms: number | null | undefined) => (ms === null || ms === undefined ? null : formatDuration(ms));
const counted = (count: number | null) => (count === null ? null : formatCount(count));

/** What the plan leaves unsaid is filled in: that is what ran. */
function streamRows({ as, tokens, doneAt, doneByEvent, endAfter, reconnect, maxMessageBytes }: StreamSettings): Said {
  const { jsonPath } = endAfter;
  return [
    [streamFormWords.answer, streamFormNameWords[as]],
    [streamFormWords.tokens, tokens && streamFormWords.tokenShapes[tokens.shape]],
    [streamFormWords.ttft, inMs(tokens?.ttftMs)],
    [streamFormWords.itl, inMs(tokens?.itlMs)],
    [streamFormWords.doneAt, doneAt ?? (doneByEvent ? 'message_stop' : streamFormWords.doneAtNone)],
    [streamFormWords.endMessages, counted(endAfter.messages)],
    [streamFormWords.endDuration, inMs(endAfter.durationMs)],
    [streamFormWords.endMessage, jsonPath && `${jsonPath.path} = ${JSON.stringify(jsonPath.equals)}`],
    ['Last-Event-ID', reconnect ? streamFormWords.reconnect : null],
    [streamFormWords.maxMessageBytes, formatCount(maxMessageBytes)],
  ];
}

function socketRows(socket: WebSocketPlan): Said {
  const { messages, messageInterval, afterAnswer, messagesToReceive, firstMessage, firstAnswered, subprotocols } = socket;
  const paced = messageInterval === null ? (afterAnswer ? 'answer' : 'atOnce') : 'interval';
  return [
    [socketFormWords.first, firstMessage === null ? null : shorten(firstMessage)],
    [socketFormWords.pacing, messages && socketFormWords.pacings[paced]],
    [socketFormWords.message, messageWords(messages)],
    [socketFormWords.interval, messageInterval],
    [socketFormWords.perConnection, counted(socket.messagesPerConnection)],
    [socketFormWords.toReceive, counted(messagesToReceive)],
    [socketFormWords.closeAfter, socket.closeAfter],
    [socketFormWords.ping, socket.ping],
    [socketFormWords.published, socket.published?.jsonPath ?? null],
    [socketFormWords.subprotocols, subprotocols.length > 0 ? subprotocols.join(', ') : null],
    [socketFormWords.others, firstMessage !== null && firstAnswered ? socketFormWords.othersWait : null],
    [socketFormWords.deflate, socket.deflate ? socketFormWords.deflateWhat : null],
    [socketFormWords.mostBytes, formatCount(socket.maxMessageBytes)],
  ];
}

const longestMessage = 300;
const shorten = (text: string) => (text.length > longestMessage ? `${text.slice(0, longestMessage)}…` : text);

function messageWords(messages: WebSocketPlan['messages']): string {
  const [first, ...others] = messages ?? [];
  if (first === undefined) return socketFormWords.listens;
  if (others.length > 0) return callsWords.messageList({ count: others.length + 1, text: formatCount(others.length + 1) });
  return typeof first === 'string' ? shorten(first) : socketFormWords.binary;
}
