/** WebSockets as known protocols over them want them, written as any other plan's. */
import type { WebSocketPlan } from './websocket.ts';

export interface Subscription {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly operationName?: string;
  /** Tells who connects, in `connection_init`. */
  readonly payload?: Readonly<Record<string, unknown>>;
}

/** The subprotocol of GraphQL over WebSockets. */
export const graphqlTransport = 'graphql-transport-ws';

/**
 * `graphql-transport-ws`: each connection says `connection_init`, waits for `connection_ack`, subscribes once and hears until it is closed; what
 * comes are `next` messages, and `complete` where the target ends the subscription.
 */
export function graphqlSubscription({ query, variables, operationName, payload }: Subscription): Partial<WebSocketPlan> {
  const asked = { query, ...(variables && { variables }), ...(operationName !== undefined && { operationName }) };
  return {
    subprotocols: [graphqlTransport],
    firstMessage: JSON.stringify({ type: 'connection_init', ...(payload && { payload }) }),
    firstAnswered: true,
    messages: [JSON.stringify({ id: '{{messageSeq}}', type: 'subscribe', payload: asked })],
    messagesPerConnection: 1,
    messageInterval: null,
    afterAnswer: false,
    messagesToReceive: null,
    closeAfter: '30s',
  };
}
