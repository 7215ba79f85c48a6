/** What undici calls about the requests of one lane on one connection: one object for all of them, one after the other. */
import type { Dispatcher } from 'undici';
import type { PlaceLane } from './place.ts';

type Controller = Dispatcher.DispatchController;
export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The connection that a handler speaks for. */
export interface Handled {
  /** undici writes the request now. Throws where it must not. */
  started(handler: UndiciHandler): void;
  /** The final head of a response is there. */
  head(headers: ResponseHeaders): void;
  /** The response is complete. */
  complete(handler: UndiciHandler): void;
  failed(handler: UndiciHandler, error: Error): void;
}

export class UndiciHandler implements Dispatcher.DispatchHandler {
  readonly connection: Handled;
  /** Null once the lane has given this handler up: what undici still says of its request is heard by nobody. */
  lane: PlaceLane | null;
  /** `waiting`: undici has it and has not begun it. */
  state: 'idle' | 'waiting' | 'begun' = 'idle';
  /** Of the request that was begun last. */
  controller: Controller | null = null;

  constructor(connection: Handled, lane: PlaceLane) {
    this.connection = connection;
    this.lane = lane;
  }

  onRequestStart(controller: Controller): void {
    this.connection.started(this);
    this.state = 'begun';
    this.controller = controller;
  }

  /** undici's hook for the first byte, interim responses of HTTP/2 excepted. */
  onResponseStarted(): void {
    const { lane } = this;
    if (lane !== null && lane.firstByteUs === 0) lane.firstByteUs = lane.place.options.clock.nowUs();
  }

  onResponseStart(_controller: Controller, status: number, headers: ResponseHeaders): void {
    this.onResponseStarted();
    const { lane } = this;
    if (lane === null || status < 200) return;
    lane.tookHead(status, headers);
    this.connection.head(headers);
  }

  onResponseData(_controller: Controller, chunk: Buffer): void {
    this.lane?.tookBody(chunk, 0, chunk.length);
  }

  onResponseEnd(): void {
    if (this.lane !== null) this.connection.complete(this);
  }

  onResponseError(_controller: Controller, error: Error): void {
    if (this.lane !== null) this.connection.failed(this, error);
  }
}
