/**
 * Secrets inside of texts: query values, fields of a body, columns of data rows, by their names. A text is walked once; all of it but
 * the secrets stays as it was written.
 */
import { isSecretName, maskedSecret } from '../api/problem.ts';

export interface TextSecret {
  /** Its name and which of that name, so that it is found again in an edited text. */
  readonly key: string;
  /** As it stands in the text. */
  readonly value: string;
}
export type ChangeText = (secret: TextSecret) => string;
/** A text with each secret changed; the same text where it holds none. */
export type MapText = (text: string, change: ChangeText) => string;

/** `{{row.token}}` or `Bearer {{token}}` says where a secret comes from, and holds none. */
export function holdsNone(value: string): boolean {
  return value === '' || /^(?:(?:bearer|basic|token) )?(?:\{\{[^{}"]*\}\})+$/i.test(value);
}

/** Numbers the secrets of one name. */
function numbered(change: ChangeText): (name: string, value: string) => string {
  const met = new Map<string, number>();
  return (name, value) => {
    if (holdsNone(value)) return value;
    const nth = met.get(name) ?? 0;
    met.set(name, nth + 1);
    return change({ key: `${name}#${nth}`, value });
  };
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
}

/** Query values of a URL. */
export const mapUrlSecrets: MapText = (url, change) => {
  const [, before = '', query, fragment = ''] = /^([^?#]*)(\?[^#]*)?(#[\s\S]*)?$/.exec(url) ?? [];
  return query === undefined ? url : `${before}?${mapPairs(query.slice(1), change)}${fragment}`;
};

/** `name=value&name=value`. */
function mapPairs(text: string, change: ChangeText): string {
  const changed = numbered(change);
  return text
    .split('&')
    .map((pair) => {
      const at = pair.indexOf('=');
      const name = decoded(pair.slice(0, Math.max(0, at)));
      return at > 0 && isSecretName(name) ? `${pair.slice(0, at + 1)}${changed(name, pair.slice(at + 1))}` : pair;
    })
    .join('&');
}

/** Most bodies are told apart from those with a secret at a glance: they hold no such word, not even spelt with escapes. */
function namesNone(text: string): boolean {
  return !isSecretName(text) && !/\\u|%/.test(text);
}

/** Fields of a body: JSON at any depth, a form's pairs, elements of XML, parts of a multipart form. */
export const mapBodySecrets: MapText = (body, change) => {
  if (namesNone(body)) return body;
  const start = /^[\s\ufeff]*(.)/.exec(body)?.[1];
  if (start === '{' || start === '[') return mapJsonSecrets(body, change);
  if (start === '<') return mapXml(body, change);
  if (start === '-') return mapMultipart(body, change);
  return /^[^\s=&]+=/.test(body) ? mapPairs(body, change) : body;
};

/** The bytes of the mask in UTF-8, one character a byte. */
const maskBytes = '\u00e2\u0080\u00a2'.repeat(3);

/** The same fields in a file's bytes, one character each: what stands between them is neither decoded nor changed. */
export const mapBytesSecrets: MapText = (bytes, change) =>
  mapBodySecrets(bytes, ({ key, value }) => change({ key, value: value === maskBytes ? maskedSecret : value }));

/** The same of a file in base64. One that is no such text, or no base64, holds none. */
export const mapFileSecrets: MapText = (base64, change) => {
  const bytes = readBytes(base64);
  const mapped = bytes === null ? null : mapBytesSecrets(bytes, change);
  return mapped === null || mapped === bytes ? base64 : writeBytes(mapped);
};

/** A file's bytes, one character each; null where it is no base64. */
export function readBytes(base64: string): string | null {
  try {
    return atob(base64);
  } catch {
    return null;
  }
}

/** Bytes in base64 again, and each mask among them in UTF-8. */
export function writeBytes(bytes: string): string {
  return btoa(bytes.replaceAll(maskedSecret, maskBytes));
}

function mapXml(text: string, change: ChangeText): string {
  const changed = numbered(change);
  return text.replace(/(<([A-Za-z_][\w:.-]*)(?=[\s/>])[^<>]*>)([^<>]*)(?=<\/)/g, (all, tag: string, name: string, value: string) =>
    isSecretName(name) ? `${tag}${changed(name, value)}` : all,
  );
}

function mapMultipart(text: string, change: ChangeText): string {
  const changed = numbered(change);
  return text
    .split(/(?=\r?\n--)/)
    .map((part) => {
      const name = /\bname="([^"\r\n]*)"/i.exec(part)?.[1];
      const head = /\r?\n\r?\n/.exec(part);
      if (name === undefined || head === null || !isSecretName(name)) return part;
      const at = head.index + head[0].length;
      return part.slice(0, at) + changed(name, part.slice(at));
    })
    .join('');
}

interface Frame {
  /** It stands under a secret name: all in it is secret. */
  readonly secret: string | null;
  readonly isObject: boolean;
  /** The key whose value comes next. */
  key: string | null;
}

// A template, a string with its end, a bracket or a sign, a word; whatever else is passed over.
const jsonToken = /\{\{[^{}]*\}\}|"(?:[^"\\]|\\[\s\S])*"?|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * Values of secret names in JSON at any depth, in a text that may hold templates outside of strings. `quote`: what replaces a number
 * gets quotes, so that the text stays JSON.
 */
export function mapJsonSecrets(text: string, change: ChangeText, quote = false): string {
  const changed = numbered(change);
  const stack: Frame[] = [];
  let [out, copied] = ['', 0];
  const put = (from: number, to: number, value: string) => {
    out += text.slice(copied, from) + value;
    copied = to;
  };
  let expectsKey = false;
  for (const match of text.matchAll(jsonToken)) {
    const [token] = match;
    const frame = stack.at(-1);
    const name = frame?.secret ?? (frame?.key != null && isSecretName(frame.key) ? frame.key : null);
    if (token === '{' || token === '[') {
      stack.push({ secret: name, isObject: token === '{', key: null });
      expectsKey = token === '{';
    } else if (token === '}' || token === ']') {
      stack.pop();
      expectsKey = false;
    } else if (token === ',') {
      if (frame) frame.key = null;
      expectsKey = frame?.isObject ?? false;
    } else if (token === ':') expectsKey = false;
    else if (expectsKey && frame && token.startsWith('"')) {
      frame.key = unquoted(token);
      expectsKey = false;
    } else if (name !== null && !/^(?:true|false|null)$/.test(token)) {
      const inString = token.startsWith('"');
      const value = inString ? token.slice(1, -1) : token;
      const next = changed(name, value);
      const bare = !inString && quote && next !== value;
      if (next !== value) put(match.index + (inString ? 1 : 0), match.index + token.length - (inString ? 1 : 0), bare ? `"${next}"` : next);
    }
  }
  return out + text.slice(copied);
}

function unquoted(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token.slice(1, -1);
  }
}

/** Cells of the columns of CSV whose names say secret. */
export const mapCsvSecrets: MapText = (text, change) => {
  const firstLine = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  if (!isSecretName(firstLine)) return text;
  const changed = numbered(change);
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  const columns: string[] = [];
  let [out, copied, line, column] = ['', 0, 0, 0];
  while (field.lastIndex < text.length) {
    const at = field.lastIndex;
    const match = field.exec(text);
    // Not CSV: the schema refuses it where it is judged.
    if (!match) break;
    const quotes = match[1] === undefined ? 0 : 1;
    const value = match[1] ?? match[2] ?? '';
    if (line === 0) columns.push(value);
    else if (isSecretName(columns[column] ?? '')) {
      out += text.slice(copied, at + quotes) + changed(columns[column] ?? '', value);
      copied = at + quotes + value.length;
    }
    column += 1;
    if (match[3] === ',') continue;
    if (match[3] === '') break;
    line += 1;
    column = 0;
  }
  return out + text.slice(copied);
};
