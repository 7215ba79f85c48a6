/** What a gRPC call sends when it begins: the fields of its head, and the frames of its first messages. */
import { Message } from '../scenario/message.ts';

/** HTTP/2's own fields come first: four names and values. */
const ownFields = 8;

export interface GrpcMessageParts {
  readonly url: URL;
  readonly path: string;
  /** Names in lower case and values, alternating, with HTTP/2's own first. */
  readonly fields: string[];
  readonly repeats: boolean;
  readonly body: Buffer;
  readonly more: boolean;
  /** Messages in the body, and their bytes before they were compressed. */
  readonly messages: number;
  readonly messageBytes: number;
}

export class GrpcMessage extends Message {
  override readonly more: boolean;
  override readonly repeats: boolean;
  readonly messages: number;
  readonly messageBytes: number;
  readonly #fields: string[];

  constructor(parts: GrpcMessageParts) {
    super({ url: parts.url, method: 'POST', path: parts.path, headers: parts.fields.slice(ownFields), body: parts.body });
    this.more = parts.more;
    this.repeats = parts.repeats;
    this.messages = parts.messages;
    this.messageBytes = parts.messageBytes;
    this.#fields = parts.fields;
  }

  override get http2(): string[] {
    return this.#fields;
  }
}
