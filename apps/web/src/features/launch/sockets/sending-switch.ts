/** From WebSockets that send to WebSockets that only listen, and back. Those that listen stay open: the demo target's load changes with them. */
import { type WebSocketPlan, webSocketSchema } from '@plimsoll/contracts/websocket';
import { isAtDemo } from '../../../domain/plan/demo-url.ts';
import { demoSocketFor } from '../values/demo-socket.ts';
import { demoForm } from '../values/empty-form.ts';
import { type FormValues, firstRequest } from '../values/form-values.ts';
import type { RequestRow } from '../values/request-row.ts';

export const defaultSocket = webSocketSchema.parse({ messages: [''] });

/** The plan's one WebSocket with this change, at the demo target at the path that fits it. */
export function withSocket(
  { requestRows: [first, ...others] }: FormValues,
  change: Partial<WebSocketPlan>,
  demoTarget?: string,
  row?: Pick<RequestRow, 'sending'>,
) {
  if (!first) return {};
  const websocket = { ...defaultSocket, ...first.websocket, ...change };
  const { url, published } = demoSocketFor({ ...websocket, url: first.url }, websocket.messages !== null, demoTarget);
  return { requestRows: [{ ...first, ...row, url, websocket: { ...websocket, published } }, ...others] };
}

type DemoLoad = Pick<FormValues, 'model' | 'shape' | 'rate' | 'maxConnections' | 'duration'>;

const { model, shape, rate, maxConnections, duration }: DemoLoad = demoForm('');
const demoSending = { model, shape, rate, maxConnections, duration };
/** 4 a second that stay for 10 s: 40 of the 50 that may be are open at once, for two thirds of the time. */
const demoListening = { ...demoSending, rate: '4', duration: '30s' };
const demoStay = '10s';
const usualStay = '30s';

const hasLoad = (values: FormValues, load: DemoLoad) =>
  Object.entries(load).every(([field, value]) => values[field as keyof DemoLoad] === value);

/** What it sent waits until it sends again. */
export function asListening(values: FormValues, demoTarget?: string): Partial<FormValues> {
  const { url, websocket, sending } = firstRequest(values);
  const isDemo = isAtDemo(url, demoTarget) && hasLoad(values, demoSending);
  const closeAfter = websocket?.closeAfter ?? (isDemo ? demoStay : usualStay);
  const silent = { messages: null, messagesPerConnection: null, messageInterval: null, afterAnswer: false };
  const row = { sending: websocket?.messages ? websocket : sending };
  return { ...withSocket(values, { ...silent, closeAfter }, demoTarget, row), ...(isDemo && closeAfter === demoStay ? demoListening : {}) };
}

/** A time after which it was closed only because it listened goes: one that sends is closed when its answers have come. */
export function asSending(values: FormValues, demoTarget?: string): Partial<FormValues> {
  const { url, websocket, sending } = firstRequest(values);
  const isDemo = isAtDemo(url, demoTarget) && hasLoad(values, demoListening);
  const kept = websocket?.closeAfter ?? null;
  const closeAfter = kept === usualStay || kept === demoStay ? null : kept;
  const { messages, messagesPerConnection, messageInterval, afterAnswer } = { ...defaultSocket, ...sending };
  const sent = { messages, messagesPerConnection, messageInterval, afterAnswer };
  return { ...withSocket(values, { ...sent, closeAfter }, demoTarget), ...(isDemo ? demoSending : {}) };
}
