/** A request slot for HTTP: keeps only the parts of a response that checks, extractions and error examples need. */

import { bodyHeadBytes } from '../recording/error-sampler.ts';
import { BodySearch } from '../scenario/body-search.ts';
import type { ResponseRetention } from '../scenario/compiled-request.ts';
import { RequestSlot } from './request-slot.ts';

export const wholeBodyBytes = 1024 * 1024;

type Headers = Readonly<Record<string, string | string[] | undefined>>;

export class HttpRequestSlot extends RequestSlot {
  #search: BodySearch | null = null;
  #searchRetention: ResponseRetention | null = null;
  #headers: Headers | null = null;
  #head: Buffer | null = null;
  #whole: Buffer[] = [];
  #json: { readonly value: unknown } | null = null;

  override reset(dueUs: number, warm: boolean): void {
    super.reset(dueUs, warm);
    this.#headers = null;
    this.#head = null;
    if (this.#whole.length > 0) this.#whole = [];
    this.#json = null;
    this.#search?.reset();
  }

  override header(name: string): string | null {
    const value = this.#headers?.[name];
    return Array.isArray(value) ? value.join(', ') : (value ?? null);
  }

  override body(): Buffer | null {
    return this.#head;
  }

  override wholeBody(): Buffer | null {
    if (this.bodyBytes > wholeBodyBytes) return null;
    if (this.#whole.length !== 1) this.#whole = [Buffer.concat(this.#whole)];
    return this.#whole[0] as Buffer;
  }

  override json(): unknown {
    this.#json ??= { value: parseJson(this.wholeBody()) };
    return this.#json.value;
  }

  override contained(needle: number): boolean {
    return this.#search?.contained(needle) ?? false;
  }

  receiveHead(status: number, headers: Headers): void {
    this.status = status;
    if (this.request.retention.keepHeaders) this.#headers = headers;
  }

  /** The bytes are valid during the call only. */
  receiveBody(bytes: Buffer, start: number, end: number): void {
    const { retention } = this.request;
    this.bodyBytes += end - start;
    if (retention.needles.length > 0) this.#searchFor(retention).add(bytes.subarray(start, end));
    if (retention.keepWhole && this.bodyBytes <= wholeBodyBytes) this.#whole.push(Buffer.from(bytes.subarray(start, end)));
    const kept = this.#head?.length ?? 0;
    if (kept >= bodyHeadBytes || !retention.keepBody(this.status)) return;
    const piece = Buffer.from(bytes.subarray(start, Math.min(end, start + bodyHeadBytes - kept)));
    this.#head = this.#head ? Buffer.concat([this.#head, piece]) : piece;
  }

  /** A slot that now sends another request of the plan searches for other texts. */
  #searchFor(retention: ResponseRetention): BodySearch {
    if (!this.#search || this.#searchRetention !== retention) this.#search = new BodySearch(retention.needles);
    this.#searchRetention = retention;
    return this.#search;
  }
}

function parseJson(body: Buffer | null): unknown {
  try {
    return body ? JSON.parse(body.toString('utf8')) : undefined;
  } catch {
    return undefined;
  }
}
