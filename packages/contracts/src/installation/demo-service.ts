/** The demo target's gRPC service, and which addresses are the demo target's. */
import type { demoKnobs } from './system.ts';

/** The knobs as metadata of a call: what the query of its URL says to the demo target's HTTP. */
export const demoMetadata = {
  delayMs: 'delay-ms',
  jitterMs: 'jitter-ms',
  errorRate: 'error-rate',
  capacity: 'capacity',
} as const satisfies Record<(typeof demoKnobs)[number], string>;

/**
 * The service's definition. The API describes it from here: the demo target may not run yet, and runs beside the worker, on another machine in
 * the scaled form. A run asks the service itself, by reflection.
 */
export const demoProto = `syntax = "proto3";
package plimsoll.demo;

service Demo {
  // Answers with the text it is sent.
  rpc Echo(Line) returns (Line);
  // Counts down to 1: a message each gap_ms. A count of 0 stands for 10.
  rpc Countdown(CountdownRequest) returns (stream Count);
  // Adds up what it is sent.
  rpc Sum(stream Number) returns (Total);
  // Answers each message with its text, one after the other.
  rpc Chat(stream Line) returns (stream Line);
}

message Line { string text = 1; }
message CountdownRequest { uint32 count = 1; uint32 gap_ms = 2; }
message Count { uint32 left = 1; }
message Number { double value = 1; }
message Total { double sum = 1; uint32 count = 2; }
`;

const loopback = new Set(['127.0.0.1', 'localhost']);

/** Does this URL aim at the demo target of this port? With port 0 there is none. */
export function isDemoAddress(url: URL, port: number): boolean {
  return port !== 0 && Number(url.port) === port && loopback.has(url.hostname);
}
