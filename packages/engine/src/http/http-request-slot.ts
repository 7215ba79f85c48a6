/** A request slot for HTTP: keeps only the parts of a response that checks, extractions and error examples need. */

import type { OutcomeKind } from '@plimsoll/contracts/outcome';
import { isRedirect } from '@plimsoll/contracts/redirect';
import type { CheckFailure, UndecodedBody } from '@plimsoll/wording/request-failure-sentence';
import { ConnectionRequestSlot, type ConnectionSlot } from '../connection/connection-slot.ts';
import { KeptBody } from '../connection/kept-body.ts';
import { bodyHeadBytes, wholeBodyBytes } from '../protocol/memory-budget.ts';
import { BodySearch } from './body-search.ts';
import { contentEncoding, type DecodedBody, decodeBody } from './content-encoding.ts';
import type { HttpMessage } from './http-message.ts';
import type { HttpRequest, JudgedResponse } from './http-request.ts';

const emptyBody = Buffer.alloc(0);

export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

export class HttpRequestSlot extends ConnectionRequestSlot implements JudgedResponse {
  declare request: HttpRequest;
  declare message: HttpMessage;
  #search: BodySearch | null = null;
  #searchedFor: HttpRequest | null = null;
  #headers: ResponseHeaders | null = null;
  readonly #body: KeptBody;
  /** The body was to be kept whole, and is not. */
  #cut = false;
  /** The encoding of the body, where checks or extractions look into it; null if it is not packed. */
  #encoding: string | null = null;
  #decoded: DecodedBody | null = null;
  #json: { readonly value: unknown } | null = null;

  constructor(connectionSlot: ConnectionSlot) {
    super(connectionSlot);
    this.#body = new KeptBody(connectionSlot.options.bodies);
  }

  override reset(dueUs: number, warm: boolean): void {
    super.reset(dueUs, warm);
    this.release();
    this.#search?.reset();
  }

  release(): void {
    this.#headers = null;
    this.#body.clear();
    this.#cut = false;
    this.#encoding = null;
    this.#decoded = null;
    this.#json = null;
  }

  header(name: string): string | null {
    const value = this.#headers?.[name];
    return Array.isArray(value) ? value.join(', ') : (value ?? null);
  }

  judge(): CheckFailure | null {
    return this.request.judge(this);
  }

  body(): Buffer | null {
    const readable = this.#decoded && 'bytes' in this.#decoded ? this.#decoded.bytes : this.#body.view();
    return readable?.subarray(0, bodyHeadBytes) ?? null;
  }

  wholeBody(): Buffer | null {
    if (this.#cut) return null;
    const body = this.#body.view() ?? emptyBody;
    if (this.#encoding === null) return body;
    this.#decoded ??= decodeBody(body, this.#encoding, wholeBodyBytes);
    return 'bytes' in this.#decoded ? this.#decoded.bytes : null;
  }

  get undecoded(): UndecodedBody | null {
    if (this.#encoding !== null && this.#cut) {
      const encoding = this.#encoding;
      return this.outOfRoom ? { kind: 'noRoomToDecode', encoding } : { kind: 'decodedTooLarge', encoding, limit: wholeBodyBytes };
    }
    return this.#decoded && 'failure' in this.#decoded ? this.#decoded.failure : null;
  }

  get outOfRoom(): boolean {
    return this.#cut && this.bodyBytes <= wholeBodyBytes;
  }

  json(): unknown {
    this.#json ??= { value: parseJson(this.wholeBody()) };
    return this.#json.value;
  }

  contained(needle: number): boolean {
    if (this.#encoding === null) return this.#search?.contained(needle) ?? false;
    const text = this.request.needles[needle];
    return text !== undefined && (this.wholeBody()?.includes(text) ?? false);
  }

  receiveHead(status: number, headers: ResponseHeaders): void {
    this.status = status;
    const { request } = this;
    if (isRedirect(status)) this.location = firstOf(headers.location);
    if (!request.keepHeaders) return;
    this.#headers = headers;
    if (request.looksInside) this.#encoding = contentEncoding(headers['content-encoding']);
  }

  /** The bytes are valid during the call only. */
  receiveBody(bytes: Buffer, start: number, end: number): void {
    const { request } = this;
    this.bodyBytes += end - start;
    const packed = this.#encoding !== null;
    if (request.needles.length > 0 && !packed) this.#searchFor(request).add(bytes.subarray(start, end));
    if (request.keepWhole || packed) this.#keepWhole(bytes, start, end);
    else if (request.keepBody(this.status)) this.#body.addHead(bytes, start, end);
  }

  /** The request was written. */
  begun(_nowUs: number): void {}

  /** HTTP/2 alone calls this and the next: the request goes out at once, and its response says it all. */
  drained(): void {}

  streamReset(): null {
    return null;
  }

  /** The response is whole. Answers what became of the request. */
  receiveEnd(): OutcomeKind {
    return 'response';
  }

  /** A body that is too large loses all but its head, which an error example shows. */
  #keepWhole(bytes: Buffer, start: number, end: number): void {
    if (this.#cut || (this.bodyBytes <= wholeBodyBytes && this.#body.add(bytes, start, end))) return;
    this.#cut = true;
    this.#body.shorten(bodyHeadBytes);
  }

  /** A slot that now sends another request of the plan searches for other texts. */
  #searchFor(request: HttpRequest): BodySearch {
    if (!this.#search || this.#searchedFor !== request) this.#search = new BodySearch(request.needles);
    this.#searchedFor = request;
    return this.#search;
  }
}

function firstOf(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

function parseJson(body: Buffer | null): unknown {
  try {
    return body ? JSON.parse(body.toString('utf8')) : undefined;
  } catch {
    return undefined;
  }
}
