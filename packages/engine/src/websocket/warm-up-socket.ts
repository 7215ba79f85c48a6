/** The WebSocket of a JIT warm-up: of the plan's kind, with messages of its own, which its target sends back. */
import type { PlanInput } from '@plimsoll/contracts/plan';
import { messagesSent, type WebSocketPlan } from '@plimsoll/contracts/websocket';

const mostMessages = 10;
const message = '{"warm":"up","at":1700000000000}';

/** One that only listens sends, too: something has to come. */
export function warmUpSocket(socket: WebSocketPlan): NonNullable<PlanInput['target']>['websocket'] {
  const { messageInterval, afterAnswer, deflate, ping, firstMessage, published } = socket;
  const listens = socket.messages === null;
  return {
    messages: [message],
    messagesPerConnection: listens ? 1 : Math.min(messagesSent(socket), mostMessages),
    messageInterval: messageInterval === null ? null : '1ms',
    afterAnswer,
    deflate,
    ping: ping === null ? null : '1ms',
    firstMessage: firstMessage === null ? null : message,
    firstAnswered: socket.firstAnswered,
    published: published && { jsonPath: '$.at' },
  };
}
