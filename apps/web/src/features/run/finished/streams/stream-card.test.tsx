import { planSchema } from '@plimsoll/contracts/plan';
import { listRequests } from '@plimsoll/contracts/requests';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { StreamCard } from './stream-card.tsx';

const load = { model: 'closed', connections: 1, requests: 1 };
/** Names and values as the card of this target has them. */
const rowsOf = (target: object, connection: object = {}) => {
  const [request] = listRequests(planSchema.parse({ version: 1, name: 'card', target, connection, load }));
  const html = renderToStaticMarkup(<StreamCard request={request} name={null} />);
  return Object.fromEntries([...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, name, value]) => [name, value]));
};

it('says what a stream is cut into, how it ends and when it is good, also where the plan leaves it unsaid', () => {
  const url = 'http://127.0.0.1/';
  expect(
    rowsOf({ url, stream: { as: 'sse', tokens: { shape: 'openai', ttft: '0.5s' }, endAfter: { messages: 2000 }, reconnect: true } }),
  ).toEqual({
    Answer: 'Server-sent events',
    Tokens: 'In OpenAI’s shape',
    'Good: first token within': '500ms',
    'Ends with the message': '[DONE]',
    'End it after messages': '2000',
    'Last-Event-ID': 'Go on after the last event (Last-Event-ID)',
    'Longest message, bytes': '1\u00a0048\u00a0576',
  });
  expect(rowsOf({ url, stream: { as: 'sse', tokens: 'anthropic' } })).toMatchObject({ 'Ends with the message': 'message_stop' });
  expect(rowsOf({ url, stream: 'ndjson' })).toMatchObject({ 'Ends with the message': 'any end is good' });
});

it('says what each WebSocket sends, when, and when it is closed', () => {
  const url = 'ws://127.0.0.1/';
  const socket = (websocket: object) => rowsOf({ url, websocket }, { protocol: 'websocket' });
  expect(
    socket({ messages: ['x'.repeat(400)], messageInterval: '250ms', closeAfter: '30s', ping: '1s', subprotocols: ['a', 'b'] }),
  ).toEqual({
    'Next message': 'At its due time',
    Message: `${'x'.repeat(300)}…`,
    'Time between messages': '250ms',
    'Close after': '30s',
    'Ping every': '1s',
    Subprotocols: 'a, b',
    'Largest message, bytes': '1\u00a0048\u00a0576',
  });
  expect(socket({ closeAfter: '1m', firstMessage: 'hi', deflate: true })).toMatchObject({
    'First message (kept as a secret)': 'hi',
    Message: 'Only listens',
    'Other messages': 'Wait for its answer',
  });
  expect(socket({ messages: ['a', 'b'], afterAnswer: true })).toMatchObject({
    Message: '2 messages in turn',
    'Next message': 'After the answer',
  });
});
