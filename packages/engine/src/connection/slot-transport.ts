/** The transport of protocols that have connections with requests on them: a connection slot for each connection of the load. */

import type { RequestSlot } from '../protocol/request-slot.ts';
import type { Transport } from '../protocol/transport.ts';
import type { TransportOptions } from '../protocol/transport-options.ts';
import { type ConnectionFactory, type ConnectionRequestSlot, ConnectionSlot, type ConnectionSlotOptions } from './connection-slot.ts';

export function createSlotTransport(options: TransportOptions, factory: ConnectionFactory): Transport {
  const shared: ConnectionSlotOptions = { ...options, factory, connections: new Set() };
  const connectionSlots: ConnectionSlot[] = [];
  const connectionSlotFor = (slot: RequestSlot) => (slot as ConnectionRequestSlot).connectionSlot;
  return {
    addConnection() {
      const connectionSlot = new ConnectionSlot(shared);
      connectionSlots.push(connectionSlot);
      return connectionSlot.slots;
    },
    begin: (slot) => connectionSlotFor(slot).begin(slot as ConnectionRequestSlot),
    giveUp: (slot, outcome) => connectionSlotFor(slot).giveUp(slot as ConnectionRequestSlot, outcome),
    disconnect: (slot) => connectionSlotFor(slot).disconnect(),
    async close() {
      factory.close?.();
      for (const connectionSlot of connectionSlots) connectionSlot.close();
      await Promise.all([...shared.connections].map((connection) => connection.destroy()));
    },
  };
}
