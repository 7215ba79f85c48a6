/** Counts what happens to connections, and the bytes that went through them. */
import type { Socket } from 'node:net';
import type { ConnectionCounts } from '@plimsoll/contracts/sample';

export class ConnectionMeter {
  #opened = 0;
  #reused = 0;
  #closedByPeer = 0;
  #closedByUs = 0;
  #failed = 0;
  #tlsHandshakes = 0;
  #sentBytes = 0;
  #receivedBytes = 0;
  readonly #open = new Map<Socket, { sent: number; received: number }>();

  get open(): number {
    return this.#open.size;
  }

  opened(socket: Socket, tls: boolean): void {
    this.#opened++;
    if (tls) this.#tlsHandshakes++;
    this.#open.set(socket, { sent: 0, received: 0 });
  }

  reused(): void {
    this.#reused++;
  }

  failed(): void {
    this.#failed++;
  }

  closed(socket: Socket, byPeer: boolean): void {
    const seen = this.#open.get(socket);
    if (!seen) return;
    this.#read(socket, seen);
    this.#open.delete(socket);
    if (byPeer) this.#closedByPeer++;
    else this.#closedByUs++;
  }

  /** Counts since the last call. */
  take(): { connections: ConnectionCounts; bytes: { sent: number; received: number } } {
    for (const [socket, seen] of this.#open) this.#read(socket, seen);
    const taken = {
      connections: {
        opened: this.#opened,
        reused: this.#reused,
        closedByPeer: this.#closedByPeer,
        closedByUs: this.#closedByUs,
        failed: this.#failed,
        tlsHandshakes: this.#tlsHandshakes,
        open: this.#open.size,
      },
      bytes: { sent: this.#sentBytes, received: this.#receivedBytes },
    };
    this.#opened = this.#reused = this.#closedByPeer = this.#closedByUs = this.#failed = this.#tlsHandshakes = 0;
    this.#sentBytes = this.#receivedBytes = 0;
    return taken;
  }

  #read(socket: Socket, seen: { sent: number; received: number }): void {
    const { bytesWritten: sent, bytesRead: received } = socket;
    this.#sentBytes += Math.max(0, sent - seen.sent);
    this.#receivedBytes += Math.max(0, received - seen.received);
    seen.sent = Math.max(sent, seen.sent);
    seen.received = Math.max(received, seen.received);
  }
}
