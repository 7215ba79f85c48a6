/** The head of an HTTP/1.1 response (RFC 9112): status line, header fields, and what they say about framing and keep-alive. */
import { ResponseError } from '../connection/request-errors.ts';

export interface ResponseHead {
  readonly status: number;
  /** Values by lower-case name; several of one name joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  /** The connection may carry another request. */
  readonly keepAlive: boolean;
  /** Seconds the target keeps an idle connection, where it says so. */
  readonly keepAliveSeconds: number | null;
  readonly framing: 'length' | 'chunked' | 'close';
  readonly length: number;
}

const emptyLine = '\r\n\r\n';
const statusLine = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: [^\r\n]*)?$/;
const fieldName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
const controlCharacter = /[\u0000-\u0008\u000a-\u001f\u007f]/;

/** The head in this text, which ends with an empty line. */
export function parseHead(text: string): ResponseHead {
  const [first = '', ...lines] = text.slice(0, -emptyLine.length).split('\r\n');
  const status = statusLine.exec(first);
  if (!status) throw new ResponseError({ kind: 'statusLineBroken', text: first.slice(0, 100) });
  const headers: Record<string, string> = Object.create(null);
  for (const line of lines) {
    const [name, value] = parseHeaderLine(line);
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  const connection = tokens(headers.connection);
  const encodings = tokens(headers['transfer-encoding']);
  const length = contentLength(headers['content-length']);
  if (encodings.length > 0 && length !== null) throw new ResponseError({ kind: 'lengthAndEncoding' });
  const chunked = encodings.at(-1) === 'chunked';
  const framing = chunked ? 'chunked' : encodings.length > 0 || length === null ? 'close' : 'length';
  const seconds = /(?:^|[\s,])timeout=(\d+)/i.exec(headers['keep-alive'] ?? '');
  return {
    status: Number(status[2]),
    headers,
    keepAlive: connection.includes('close') ? false : status[1] === '1' || connection.includes('keep-alive'),
    keepAliveSeconds: seconds ? Number(seconds[1]) : null,
    framing,
    length: length ?? 0,
  };
}

/** One pattern for the whole line would try each blank of a long value as its end: minutes for 20 kB of blanks. */
function parseHeaderLine(line: string): readonly [name: string, value: string] {
  const colon = line.indexOf(':');
  const name = line.slice(0, Math.max(0, colon));
  const value = line.slice(colon + 1);
  if (!fieldName.test(name) || controlCharacter.test(value))
    throw new ResponseError({ kind: 'headerLineBroken', text: line.slice(0, 100) });
  return [name.toLowerCase(), trimBlanks(value)];
}

/** Without the spaces and tabs around it; `trim` would take other blanks too. */
function trimBlanks(text: string): string {
  const isBlank = (at: number) => text[at] === ' ' || text[at] === '\t';
  let [start, end] = [0, text.length];
  while (start < end && isBlank(start)) start++;
  while (end > start && isBlank(end - 1)) end--;
  return text.slice(start, end);
}

function tokens(value: string | undefined): string[] {
  return value === undefined
    ? []
    : value
        .split(',')
        .map((token) => token.trim().toLowerCase())
        .filter(Boolean);
}

function contentLength(value: string | undefined): number | null {
  if (value === undefined) return null;
  const [first = '', ...others] = value.split(',').map((part) => part.trim());
  if (!/^\d{1,15}$/.test(first) || others.some((other) => other !== first))
    throw new ResponseError({ kind: 'noLength', text: value.slice(0, 50) });
  return Number(first);
}
