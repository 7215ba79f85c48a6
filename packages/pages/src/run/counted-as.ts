/** The unit that the figures of a run count: requests, or the calls of gRPC. */
import type { Plan } from '@plimsoll/contracts/plan';

/** Goes into `t`: a key that has a text of its own for calls (`…_calls`) is said with that. */
export type CountedAs = { readonly context?: 'calls' };

export function countedAs({ connection }: { readonly connection: Pick<Plan['connection'], 'protocol'> }): CountedAs {
  return connection.protocol === 'grpc' ? { context: 'calls' } : {};
}
