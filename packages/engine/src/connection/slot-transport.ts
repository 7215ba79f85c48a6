/** The transport that every HTTP client stands on: a connection slot for each connection of the load. */
import { type ConnectionFactory, type ConnectionRequestSlot, ConnectionSlot, type ConnectionSlotOptions } from './connection-slot.ts';
import type { RequestSlot } from './request-slot.ts';
import type { Transport } from './transport.ts';
import type { TransportOptions } from './transport-options.ts';

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
      for (const connectionSlot of connectionSlots) connectionSlot.close();
      await Promise.all([...shared.connections].map((connection) => connection.destroy()));
    },
  };
}
