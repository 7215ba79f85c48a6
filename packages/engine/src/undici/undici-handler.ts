/** undici's callbacks for the requests of one slot on one connection. One object serves all of them, one after the other. */
import type { Dispatcher } from 'undici';
import type { HttpRequestSlot } from '../http/http-request-slot.ts';

type Controller = Dispatcher.DispatchController;
export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The connection that a handler reports to. */
export interface HandlerOwner {
  /** undici writes the request now. Throws if it must not. */
  started(handler: UndiciHandler): void;
  /** The final head of a response arrived. */
  head(headers: ResponseHeaders): void;
  /** The response is complete. */
  complete(handler: UndiciHandler): void;
  failed(handler: UndiciHandler, error: Error): void;
}

export class UndiciHandler implements Dispatcher.DispatchHandler {
  readonly connection: HandlerOwner;
  /** Null once the slot has given this handler up: later callbacks are ignored. */
  slot: HttpRequestSlot | null;
  /** `waiting`: undici has it and has not begun it. */
  state: 'idle' | 'waiting' | 'begun' = 'idle';
  /** The controller of the request that was begun last. */
  controller: Controller | null = null;

  constructor(connection: HandlerOwner, slot: HttpRequestSlot) {
    this.connection = connection;
    this.slot = slot;
  }

  onRequestStart(controller: Controller): void {
    this.connection.started(this);
    this.state = 'begun';
    this.controller = controller;
  }

  /** undici's hook for the first byte, except for interim responses of HTTP/2. */
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
