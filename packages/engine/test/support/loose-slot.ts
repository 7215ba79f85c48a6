/** A request slot of HTTP that no connection belongs to. */
import type { ConnectionSlot } from '../../src/connection/connection-slot.ts';
import { HttpRequestSlot } from '../../src/http/http-request-slot.ts';
import { keptBodiesBytes, MemoryBudget } from '../../src/protocol/memory-budget.ts';

export function looseSlot(bodies = new MemoryBudget(keptBodiesBytes)): HttpRequestSlot {
  return new HttpRequestSlot({ options: { bodies } } as ConnectionSlot);
}
