import { importedWords } from '@plimsoll/wording/en/import';
import type { Written } from '../command/amount.ts';
import { givenTimeout } from '../command/given-timeout.ts';
import { addForm } from '../command/multipart.ts';
import { isSecure, takeUrl } from '../command/one-url.ts';
import { type GivenFlags, listGiven, listUnmapped, readFlags } from '../command/read-flags.ts';
import { draftRequest, type RequestDraft } from '../command/request-draft.ts';
import { findStream } from '../command/stream-draft.ts';
import type { ToolReader } from '../command/tool-reader.ts';
import { curlFlags } from './curl-flags.ts';

type Flags = GivenFlags<keyof typeof curlFlags.read>;
interface Data {
  readonly given: boolean;
  readonly isJson: boolean;
  readonly texts: readonly string[];
  readonly files: readonly Written[];
}

/** curl: one request. It says nothing about load. */
export const readCurl: ToolReader = ({ tool, words }) => {
  const given = readFlags(curlFlags, words);
  const { url, unmapped } = takeUrl(tool, [...given.all('url').map(({ value }) => value), ...given.words]);
  const notes: string[] = [];
  const data = readData(given);
  const inQuery = [...given.all('query').map(encodePair), ...(given.has('get') ? data.texts : [])];
  const socket = given.last('socket');
  const aimed = socket && !isSecure(url) ? unixUrl(socket.value, url) : url;
  const request = draftRequest(inQuery.length === 0 ? aimed : `${aimed}${aimed.includes('?') ? '&' : '?'}${inQuery.join('&')}`);
  addHeaders(request, given);
  const named = /^(?:[a-z]+:\/\/)?([^/?#@]*)@/i.exec(url);
  if (aimed !== url && named && !given.has('user')) request.basic(decodeURIComponent(named[1] ?? ''));
  const notSent = addForm(request, given.all('form'));
  if (!given.has('get') && data.given) {
    if (data.texts.length > 0) request.body(data.texts.join(data.isJson ? '' : '&'));
    if (data.isJson) {
      request.headerUnlessGiven('Content-Type', 'application/json');
      request.headerUnlessGiven('Accept', 'application/json');
    } else request.headerUnlessGiven('Content-Type', 'application/x-www-form-urlencoded');
  }
  const uploads = given.all('upload');
  const method =
    given.last('method')?.value ??
    (given.has('head') ? 'HEAD' : uploads.length > 0 ? 'PUT' : !given.has('get') && (data.given || given.last('form')) ? 'POST' : 'GET');
  request.method(method);
  if (data.files.length > 0 || uploads.length > 0) notes.push(importedWords.note.body);
  addStream(request, given, notes);
  const version = given.last('http2');
  const secure = isSecure(request.input().url);
  return {
    tool,
    requests: [request],
    connection: {
      ...(given.has('http2Only') ? { protocol: 'http2' as const } : version && secure ? { protocol: 'auto' as const } : {}),
      ...(given.has('insecure') && secure ? { tls: { verify: false } } : {}),
    },
    load: null,
    fields: givenTimeout(tool, given.last('timeout'), notes),
    unmapped: [
      ...given.unmapped,
      ...listGiven([...data.files, ...uploads], 'file'),
      ...(secure ? [] : listGiven(given.all('insecure'), 'ignored')),
      ...(socket && secure ? listGiven([socket], 'socket') : []),
      ...notSent,
      ...(version && !secure && !given.has('http2Only') ? [listUnmapped(version.flag, null, 'version')] : []),
      ...listGiven(
        [
          ...given.all('cookie').filter(({ value }) => !value.includes('=')),
          ...given.all('header').filter(({ value }) => value.startsWith('@')),
        ],
        'file',
      ),
      ...unmapped,
    ],
    notes,
  };
};

/** A stream of events where the request asks for one; with -N alone, the answer in the pieces that curl shows. */
function addStream(request: RequestDraft, given: Flags, notes: string[]): void {
  const stream = findStream(request.input());
  if (stream) request.stream(stream);
  else if (given.has('pieces')) {
    request.stream('chunks');
    notes.push(importedWords.note.pieces);
  }
}

/** The URL's host is only a name beside a socket. */
function unixUrl(socket: string, url: string): string {
  const path = url.replace(/^([a-z]+:\/\/)?[^/?#]*/i, '');
  return `http+unix://${socket}:${path.startsWith('/') ? path : `/${path}`}`;
}

function addHeaders(request: RequestDraft, given: Flags): void {
  for (const { value } of given.all('header')) if (!value.startsWith('@')) request.header(value);
  for (const { value } of given.all('cookie')) if (value.includes('=')) request.header(`Cookie: ${value}`);
  for (const { value } of given.all('userAgent')) request.headerUnlessGiven('User-Agent', value);
  for (const { value } of given.all('referer')) request.headerUnlessGiven('Referer', value.replace(/;auto$/, ''));
  for (const { value } of given.all('range')) request.headerUnlessGiven('Range', `bytes=${value}`);
  if (given.has('compressed')) request.headerUnlessGiven('Accept-Encoding', 'deflate, gzip, br, zstd');
  const user = given.last('user');
  if (user) request.basic(user.value);
  const bearer = given.last('bearer');
  if (bearer) request.bearer(bearer.value);
}

/** The parts of the body by their order; what is in files is not part of the command. */
function readData(given: Flags): Data {
  const texts: string[] = [];
  const files: Written[] = [];
  const parts = given.all('data');
  for (const part of parts) {
    const isEncoded = part.flag === '--data-urlencode';
    const isFile = part.flag !== '--data-raw' && (isEncoded ? /^[^=]*@/ : /^@/).test(part.value);
    if (isFile) files.push(part);
    else texts.push(isEncoded ? encodePair(part) : part.value);
  }
  return { given: parts.length > 0, isJson: parts.some(({ flag }) => flag === '--json'), texts, files };
}

/** `--data-urlencode`: `content`, `=content` or `name=content`. A space becomes a plus, as in forms. */
function encodePair({ value }: Written): string {
  const at = value.indexOf('=');
  const [name, content] = at < 0 ? ['', value] : [value.slice(0, at), value.slice(at + 1)];
  const encoded = encodeURIComponent(content)
    .replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
  return `${name === '' ? '' : `${name}=`}${encoded}`;
}
