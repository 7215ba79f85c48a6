/** A request slot for HTTP: keeps only the parts of a response that checks, extractions and error examples need. */

import { isRedirect } from '@plimsoll/contracts/redirect';
import type { UndecodedBody } from '@plimsoll/wording/request-failure-sentence';
import { bodyHeadBytes } from '../recording/error-sampler.ts';
import { BodySearch } from '../scenario/body-search.ts';
import type { ResponseRetention } from '../scenario/compiled-request.ts';
import { contentEncoding, type DecodedBody, decodeBody } from './content-encoding.ts';
import { KeptBody } from './kept-body.ts';
import { MemoryBudget } from './memory-budget.ts';
import { RequestSlot } from './request-slot.ts';

export const wholeBodyBytes = 1024 * 1024;
/** Bodies that the process keeps at one time, all of them together. More connections than it has room for are rarely answered at once. */
export const keptBodiesBytes = 96 * wholeBodyBytes;

const emptyBody = Buffer.alloc(0);

type Headers = Readonly<Record<string, string | string[] | undefined>>;

export class HttpRequestSlot extends RequestSlot {
  #search: BodySearch | null = null;
  #searchRetention: ResponseRetention | null = null;
  #headers: Headers | null = null;
  readonly #body: KeptBody;
  /** The body was to be kept whole, and is not. */
  #cut = false;
  /** How the body is packed, where checks or extractions look into it; null if it is not. */
  #encoding: string | null = null;
  #decoded: DecodedBody | null = null;
  #json: { readonly value: unknown } | null = null;

  constructor(budget = new MemoryBudget(keptBodiesBytes)) {
    super();
    this.#body = new KeptBody(budget);
  }

  override reset(dueUs: number, warm: boolean): void {
    super.reset(dueUs, warm);
    this.release();
    this.#search?.reset();
  }

  override release(): void {
    this.#headers = null;
    this.#body.clear();
    this.#cut = false;
    this.#encoding = null;
    this.#decoded = null;
    this.#json = null;
  }

  override header(name: string): string | null {
    const value = this.#headers?.[name];
    return Array.isArray(value) ? value.join(', ') : (value ?? null);
  }

  override body(): Buffer | null {
    const readable = this.#decoded && 'bytes' in this.#decoded ? this.#decoded.bytes : this.#body.view();
    return readable?.subarray(0, bodyHeadBytes) ?? null;
  }

  override wholeBody(): Buffer | null {
    if (this.#cut) return null;
    const body = this.#body.view() ?? emptyBody;
    if (this.#encoding === null) return body;
    this.#decoded ??= decodeBody(body, this.#encoding, wholeBodyBytes);
    return 'bytes' in this.#decoded ? this.#decoded.bytes : null;
  }

  override get undecoded(): UndecodedBody | null {
    if (this.#encoding !== null && this.#cut) {
      const encoding = this.#encoding;
      return this.outOfRoom ? { kind: 'noRoomToDecode', encoding } : { kind: 'decodedTooLarge', encoding, limit: wholeBodyBytes };
    }
    return this.#decoded && 'failure' in this.#decoded ? this.#decoded.failure : null;
  }

  override get outOfRoom(): boolean {
    return this.#cut && this.bodyBytes <= wholeBodyBytes;
  }

  override json(): unknown {
    this.#json ??= { value: parseJson(this.wholeBody()) };
    return this.#json.value;
  }

  override contained(needle: number): boolean {
    if (this.#encoding === null) return this.#search?.contained(needle) ?? false;
    const text = this.request.retention.needles[needle];
    return text !== undefined && (this.wholeBody()?.includes(text) ?? false);
  }

  receiveHead(status: number, headers: Headers): void {
    this.status = status;
    const { retention } = this.request;
    if (isRedirect(status)) this.location = firstOf(headers.location);
    if (!retention.keepHeaders) return;
    this.#headers = headers;
    if (retention.looksInside) this.#encoding = contentEncoding(headers['content-encoding']);
  }

  /** The bytes are valid during the call only. */
  receiveBody(bytes: Buffer, start: number, end: number): void {
    const { retention } = this.request;
    this.bodyBytes += end - start;
    const packed = this.#encoding !== null;
    if (retention.needles.length > 0 && !packed) this.#searchFor(retention).add(bytes.subarray(start, end));
    if (retention.keepWhole || packed) this.#keepWhole(bytes, start, end);
    else if (this.#body.length < bodyHeadBytes && retention.keepBody(this.status))
      this.#body.add(bytes, start, Math.min(end, start + bodyHeadBytes - this.#body.length));
  }

  /** A body that is too large loses all but its head, which an error example shows. */
  #keepWhole(bytes: Buffer, start: number, end: number): void {
    if (this.#cut || (this.bodyBytes <= wholeBodyBytes && this.#body.add(bytes, start, end))) return;
    this.#cut = true;
    this.#body.shorten(bodyHeadBytes);
  }

  /** A slot that now sends another request of the plan searches for other texts. */
  #searchFor(retention: ResponseRetention): BodySearch {
    if (!this.#search || this.#searchRetention !== retention) this.#search = new BodySearch(retention.needles);
    this.#searchRetention = retention;
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
