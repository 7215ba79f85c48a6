/** The unit that the figures of a run count: requests, the calls of gRPC, or the connections of WebSockets. */
import type { Plan } from '@plimsoll/contracts/plan';

/** Goes into a text: one that has a form of its own for the unit (`…_calls`, `…_sockets`) is said with that. */
export interface CountedAs {
  readonly context?: 'calls' | 'sockets';
}

export function countedAs({ connection }: { readonly connection: Pick<Plan['connection'], 'protocol'> }): CountedAs {
  if (connection.protocol === 'grpc') return { context: 'calls' };
  return connection.protocol === 'websocket' ? { context: 'sockets' } : {};
}
