/** Another load generator, as the benchmark calls it. */
import type { Figures } from './figures.ts';
import type { GrpcMethod } from './grpc/grpc-method.ts';

export interface BenchLoad {
  readonly url: string;
  readonly seconds: number;
  readonly connections: number;
  /** Requests per second of an open load; null = closed. */
  readonly rate: number | null;
  readonly keepAlive: boolean;
  /** HTTP/2 streams per connection; null = HTTP/1.1. */
  readonly streams: number | null;
  /** The method that is called; null = HTTP. */
  readonly grpc: GrpcMethod | null;
  /** WebSockets, on each of which a message follows the answer to the one before; its rate is that of messages. */
  readonly webSocket?: true;
  /** Each connection has a stream of server-sent events; its rate is that of events. */
  readonly events?: true;
  /** Of so many loads that are made at once, which share the rate and the connections. Absent: one. Our engine alone makes them. */
  readonly together?: number;
}

export interface Tool {
  readonly name: string;
  readonly command: string;
  /** It is called for loads of these, and for no others. */
  readonly speaks?: 'grpc' | 'websocket' | 'events';
  /** Arguments for this load, or null if the tool cannot make it. */
  readonly call: (load: BenchLoad) => readonly string[] | null;
  readonly read: (stdout: string, load: BenchLoad) => Figures;
  readonly env?: Readonly<Record<string, string>>;
  readonly install?: readonly string[];
}

/** The number that a pattern finds in a text; null if there is none. */
export const findNumber = (text: string, pattern: RegExp) => {
  const match = pattern.exec(text);
  return match ? Number(match[1]) : null;
};
export const scaled = (value: number | null, factor: number) => (value === null ? null : value * factor);
