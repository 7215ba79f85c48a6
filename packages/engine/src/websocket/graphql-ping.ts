/**
 * Pings of `graphql-transport-ws`, which are messages: its server may close a connection that leaves one unanswered. Neither they nor our answers
 * are messages of the load.
 */
import { graphqlTransport } from '@plimsoll/contracts/websocket-presets';

/** Its payload may say more; it is passed over. */
const mostBytes = 4096;
const ping = Buffer.from('"ping"');
export const graphqlPong = { bytes: Buffer.from('{"type":"pong"}'), binary: false } as const;

export function isGraphqlPing(message: Buffer, subprotocol: string | null): boolean {
  if (subprotocol !== graphqlTransport || message.length > mostBytes || !message.includes(ping)) return false;
  try {
    return (JSON.parse(message.toString('utf8')) as { readonly type?: unknown } | null)?.type === 'ping';
  } catch {
    return false;
  }
}
