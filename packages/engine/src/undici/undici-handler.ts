/** What undici calls about the requests of one slot on one connection: one object for all of them, one after the other. */
import type { Dispatcher } from 'undici';
import type { ConnectionRequestSlot } from '../connection/connection-slot.ts';

type Controller = Dispatcher.DispatchController;
export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The connection that a handler speaks for. */
export interface HandlerOwner {
  /** undici writes the request now. Throws where it must not. */
  started(handler: UndiciHandler): void;
  /** The final head of a response is there. */
  head(headers: ResponseHeaders): void;
  /** The response is complete. */
  complete(handler: UndiciHandler): void;
  failed(handler: UndiciHandler, error: Error): void;
}

export class UndiciHandler implements Dispatcher.DispatchHandler {
  readonly connection: HandlerOwner;
  /** Null once the slot has given this handler up: what undici still says of its request is heard by nobody. */
  slot: ConnectionRequestSlot | null;
  /** `waiting`: undici has it and has not begun it. */
  state: 'idle' | 'waiting' | 'begun' = 'idle';
  /** Of the request that was begun last. */
  controller: Controller | null = null;

  constructor(connection: HandlerOwner, slot: ConnectionRequestSlot) {
    this.connection = connection;
    this.slot = slot;
  }

  onRequestStart(controller: Controller): void {
    this.connection.started(this);
    this.state = 'begun';
    this.controller = controller;
  }

  /** undici's hook for the first byte, interim responses of HTTP/2 excepted. */
  onResponseStarted(): void {
    const { slot } = this;
    if (slot !== null && slot.firstByteUs === 0) slot.firstByteUs = slot.connectionSlot.options.clock.nowUs();
  }

  onResponseStart(_controller: Controller, status: number, headers: ResponseHeaders): void {
    this.onResponseStarted();
    const { slot } = this;
    if (slot === null || status < 200) return;
    slot.receiveHead(status, headers);
    this.connection.head(headers);
  }

  onResponseData(_controller: Controller, chunk: Buffer): void {
    this.slot?.receiveBody(chunk, 0, chunk.length);
  }

  onResponseEnd(): void {
    if (this.slot !== null) this.connection.complete(this);
  }

  onResponseError(_controller: Controller, error: Error): void {
    if (this.slot !== null) this.connection.failed(this, error);
  }
}
