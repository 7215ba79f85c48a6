/** One HTTP request in the form that each of its protocols and clients sends. */
import type { HttpParts } from '@plimsoll/network/http-request';
import type { Message } from '../scenario/compiled-request.ts';

/** A request in undici's terms. */
export interface UndiciRequest {
  readonly path: string;
  readonly method: string;
  readonly headers: string[];
  readonly body: Buffer | null;
  readonly idempotent: boolean;
  readonly blocking: boolean;
  /** Send `Connection: close`. */
  readonly reset: boolean;
}

export class HttpMessage implements Message, HttpParts {
  readonly url: URL;
  readonly method: string;
  readonly path: string;
  readonly headers: readonly string[];
  readonly body: Buffer | null;
  /** For HTTP/2: nothing follows the body, and no other message has the array of its fields. */
  readonly more = false;
  readonly repeats = false;
  #http1KeepAlive: Buffer | null = null;
  #http1Close: Buffer | null = null;
  #http2: string[] | null = null;
  #undiciKeepAlive: UndiciRequest | null = null;
  #undiciClose: UndiciRequest | null = null;

  constructor(parts: HttpParts) {
    this.url = parts.url;
    this.method = parts.method;
    this.path = parts.path;
    this.headers = parts.headers;
    this.body = parts.body;
  }

  /** The same with one more header, or with another value of it. */
  withHeader(name: string, value: string): HttpMessage {
    const others: string[] = [];
    for (let i = 0; i < this.headers.length; i += 2)
      if (this.headers[i]?.toLowerCase() !== name.toLowerCase()) others.push(this.headers[i] as string, this.headers[i + 1] as string);
    return new HttpMessage({ ...this, headers: [...others, name, value] });
  }

  /** HTTP/1.1, on a connection that stays open. */
  get http1KeepAlive(): Buffer {
    this.#http1KeepAlive ??= this.#formatHttp1('keep-alive');
    return this.#http1KeepAlive;
  }

  /** HTTP/1.1, as the last request of its connection. */
  get http1Close(): Buffer {
    this.#http1Close ??= this.#formatHttp1('close');
    return this.#http1Close;
  }

  /** HTTP/2: names and values, alternating, which costs node:http2 less than an object. If a name is given twice, the last value counts. */
  get http2(): string[] {
    this.#http2 ??= this.#http2Headers();
    return this.#http2;
  }

  /** The options for undici's `dispatch`. `closing`: it is the last request of its connection. */
  undiciRequest(closing: boolean): UndiciRequest {
    if (closing) {
      this.#undiciClose ??= this.#createUndiciRequest(true);
      return this.#undiciClose;
    }
    this.#undiciKeepAlive ??= this.#createUndiciRequest(false);
    return this.#undiciKeepAlive;
  }

  /** undici pipelines only behind requests that are marked as idempotent and not blocking. */
  #createUndiciRequest(reset: boolean): UndiciRequest {
    const { path, method, headers, body } = this;
    return { path, method, headers: headers as string[], body, idempotent: true, blocking: false, reset };
  }

  #formatHttp1(connection: string): Buffer {
    let head = `${this.method} ${this.path} HTTP/1.1\r\nhost: ${this.url.host}\r\n`;
    for (let i = 0; i < this.headers.length; i += 2) head += `${this.headers[i]}: ${this.headers[i + 1]}\r\n`;
    if (this.body) head += `content-length: ${this.body.length}\r\n`;
    else if (this.method === 'POST' || this.method === 'PUT' || this.method === 'PATCH') head += 'content-length: 0\r\n';
    const start = Buffer.from(`${head}connection: ${connection}\r\n\r\n`, 'latin1');
    return this.body ? Buffer.concat([start, this.body]) : start;
  }

  #http2Headers(): string[] {
    const headers = new Map([
      [':method', this.method],
      [':path', this.path],
      [':scheme', this.url.protocol.slice(0, -1)],
      [':authority', this.url.host],
    ]);
    for (let i = 0; i < this.headers.length; i += 2) headers.set((this.headers[i] as string).toLowerCase(), this.headers[i + 1] as string);
    if (this.body) headers.set('content-length', String(this.body.length));
    return [...headers].flat();
  }
}
