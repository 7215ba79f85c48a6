/** The unit that the figures of a run count: requests, the calls of gRPC, or the connections of WebSockets. */
import type { Plan } from '@plimsoll/contracts/plan';
import { type CountedMark, countedMark } from '@plimsoll/contracts/streaming';

/** Goes into a text: one that has a form of its own for the unit (`…_calls`, `…_sockets`) is said with that. */
export interface CountedAs {
  readonly context?: 'calls' | 'sockets';
}

export function countedAs({ connection }: { readonly connection: Pick<Plan['connection'], 'protocol'> }): CountedAs {
  return countedBy(countedMark(connection));
}

/** By the mark of a stored code. */
export function countedBy({ calls, sockets }: CountedMark): CountedAs {
  if (calls) return { context: 'calls' };
  return sockets ? { context: 'sockets' } : {};
}
