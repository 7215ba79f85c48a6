/** A lane of any HTTP protocol: keeps of a response only what the checks and the error examples need. */
import { BodySearch } from '../checks.ts';
import { bodyHeadBytes } from '../error-shelf.ts';
import { Lane } from '../lane.ts';

export const wholeBodyBytes = 1024 * 1024;

/** What of the response to a request is kept. */
export interface ResponseKeeping {
  readonly keepHeaders: boolean;
  /** Keep the whole body, up to {@link wholeBodyBytes}. */
  readonly keepWhole: boolean;
  /** Texts to look for in the body. */
  readonly needles: readonly Buffer[];
  /** Keep the head of the body, with this status? */
  readonly keepBody: (status: number) => boolean;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

export class HttpLane extends Lane {
  #search: BodySearch | null = null;
  #searchOf: ResponseKeeping | null = null;
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
    this.#json ??= { value: parsed(this.wholeBody()) };
    return this.#json.value;
  }

  override contained(needle: number): boolean {
    return this.#search?.contained(needle) ?? false;
  }

  tookHead(status: number, headers: Headers): void {
    this.status = status;
    if (this.request.keeping.keepHeaders) this.#headers = headers;
  }

  /** Bytes are only valid during the call. */
  tookBody(bytes: Buffer, start: number, end: number): void {
    const { keeping } = this.request;
    this.bodyBytes += end - start;
    if (keeping.needles.length > 0) this.#searchFor(keeping).add(bytes.subarray(start, end));
    if (keeping.keepWhole && this.bodyBytes <= wholeBodyBytes) this.#whole.push(Buffer.from(bytes.subarray(start, end)));
    const kept = this.#head?.length ?? 0;
    if (kept >= bodyHeadBytes || !keeping.keepBody(this.status)) return;
    const piece = Buffer.from(bytes.subarray(start, Math.min(end, start + bodyHeadBytes - kept)));
    this.#head = this.#head ? Buffer.concat([this.#head, piece]) : piece;
  }

  /** A lane that sends another request than before looks for other texts. */
  #searchFor(keeping: ResponseKeeping): BodySearch {
    if (!this.#search || this.#searchOf !== keeping) this.#search = new BodySearch(keeping.needles);
    this.#searchOf = keeping;
    return this.#search;
  }
}

function parsed(body: Buffer | null): unknown {
  try {
    return body ? JSON.parse(body.toString('utf8')) : undefined;
  } catch {
    return undefined;
  }
}
