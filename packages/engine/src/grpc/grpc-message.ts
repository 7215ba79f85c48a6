import type { Http2Message } from '../http2/http2-request-slot.ts';

/** The beginning of a gRPC call: the fields of its head, and the frames of its first messages. */
export interface GrpcMessage extends Http2Message {
  readonly body: Buffer;
  /** Messages in the body, and their bytes before they were compressed. */
  readonly messages: number;
  readonly messageBytes: number;
}
