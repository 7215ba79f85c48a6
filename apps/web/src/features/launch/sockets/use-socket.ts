/** The plan's one WebSocket as a form of its own. The form keeps it as the plan has it: a text that is no number stays a text, which the plan refuses. */
import type { WebSocketPlan } from '@plimsoll/contracts/websocket';
import { useLaunchForm } from '../launch-context.ts';
import { firstRequest } from '../values/form-values.ts';
import { asListening, asSending, defaultSocket, withSocket } from './sending-switch.ts';

export const socketPointer = '/target/websocket';

export type TextOf = 'messagesPerConnection' | 'messagesToReceive' | 'messageInterval' | 'closeAfter' | 'ping' | 'maxMessageBytes';
const numbers: ReadonlySet<string> = new Set(['messagesPerConnection', 'messagesToReceive', 'maxMessageBytes']);

export function useSocket() {
  const { values, update, error, touch } = useLaunchForm();
  const kept = firstRequest(values).websocket;
  const socket: WebSocketPlan = { ...defaultSocket, ...kept };
  const set = (change: Partial<WebSocketPlan>) => update((before) => withSocket(before, change));
  const choose = (sends: boolean, demoTarget: string | undefined) =>
    update((before) => (sends ? asSending : asListening)(before, demoTarget));
  const pointer = (field: string) => `${socketPointer}/${field}`;
  /** A text that was emptied is what the schema fills in. */
  const write = (field: TextOf, text: string) => {
    const empty = text.trim() === '';
    const number = Number(text.replace(/[\s_]/g, ''));
    const value = numbers.has(field) && Number.isFinite(number) ? number : text.replace(/\s/g, '');
    set({ [field]: empty ? defaultSocket[field] : value } as Partial<WebSocketPlan>);
  };
  return { socket, set, choose, write, pointer, error, touch };
}
