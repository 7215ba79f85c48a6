/** The fields of one header block, and what they say of a response (RFC 9113, 8.1 to 8.3). Never changed: equal blocks share one list. */
import type { Field } from './static-table.ts';

const fieldName = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
const forbiddenInValue = /[\u0000\r\n]/;
const ofConnections = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']);
const statusCode = /^[1-9]\d\d$/;
const wholeNumber = /^\d{1,15}$/;

export class HeaderList {
  /** As a list for trailers: the fields are allowed there. */
  readonly validTrailers: boolean;
  /** The status of a response; 0 if these fields are no head of one. */
  readonly status: number;
  /** Length of the body where it is given; -1 if not. */
  readonly contentLength: number;
  readonly #fields: readonly Field[];
  #headers: Readonly<Record<string, string>> | null = null;

  constructor(fields: readonly Field[]) {
    this.#fields = fields;
    this.validTrailers = fields.every(isRegular);
    const [first, ...others] = fields;
    const contentLength = readLength(fields);
    const valid = first?.name === ':status' && statusCode.test(first.value) && others.every(isRegular) && contentLength !== null;
    this.status = valid ? Number(first.value) : 0;
    this.contentLength = contentLength ?? -1;
  }

  /** Values by name; several of one name joined by ", ". */
  get headers(): Readonly<Record<string, string>> {
    if (this.#headers === null) {
      const headers: Record<string, string> = Object.create(null);
      for (const { name, value } of this.#fields) headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
      this.#headers = headers;
    }
    return this.#headers;
  }
}

function isRegular({ name, value }: Field): boolean {
  return fieldName.test(name) && !ofConnections.has(name) && !forbiddenInValue.test(value);
}

/** -1 if there is none, null if it is no length. */
function readLength(fields: readonly Field[]): number | null {
  let length = -1;
  for (const { name, value } of fields) {
    if (name !== 'content-length') continue;
    const given = wholeNumber.test(value) ? Number(value) : null;
    if (given === null || (length >= 0 && given !== length)) return null;
    length = given;
  }
  return length;
}
