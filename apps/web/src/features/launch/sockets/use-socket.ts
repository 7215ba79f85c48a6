/** The plan's one WebSocket as a form of its own. The form keeps it as the plan has it: a text that is no number stays a text, which the plan refuses. */
import { type WebSocketPlan, webSocketSchema } from '@plimsoll/contracts/websocket';
import { useLaunchForm } from '../launch-context.ts';
import { demoSocketFor } from '../values/demo-socket.ts';
import { firstRequest } from '../values/form-values.ts';

export const socketPointer = '/target/websocket';

const defaults = webSocketSchema.parse({ messages: [''] });

export type TextOf = 'messagesPerConnection' | 'messagesToReceive' | 'messageInterval' | 'closeAfter' | 'ping' | 'maxMessageBytes';
const numbers: ReadonlySet<string> = new Set(['messagesPerConnection', 'messagesToReceive', 'maxMessageBytes']);

export function useSocket() {
  const { values, update, error, touch } = useLaunchForm();
  const kept = firstRequest(values).websocket;
  const socket: WebSocketPlan = { ...defaults, ...kept };
  const set = (change: Partial<WebSocketPlan>, demoTarget?: string) =>
    update(({ requestRows: [first, ...others] }) => {
      if (!first) return {};
      const websocket = { ...defaults, ...first.websocket, ...change };
      const { url, published } = demoSocketFor({ ...websocket, url: first.url }, websocket.messages !== null, demoTarget);
      return { requestRows: [{ ...first, url, websocket: { ...websocket, published } }, ...others] };
    });
  const pointer = (field: string) => `${socketPointer}/${field}`;
  /** A text that was emptied is what the schema fills in. */
  const write = (field: TextOf, text: string) => {
    const empty = text.trim() === '';
    const number = Number(text.replace(/[\s_]/g, ''));
    const value = numbers.has(field) && Number.isFinite(number) ? number : text.replace(/\s/g, '');
    set({ [field]: empty ? defaults[field] : value } as Partial<WebSocketPlan>);
  };
  return { socket, set, write, pointer, error, touch };
}
