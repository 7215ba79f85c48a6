/** One request of a command, part by part. */
import type { Unmapped } from '@plimsoll/contracts/imported-command';
import type { PlanInput } from '@plimsoll/contracts/plan';
import { refusal } from '@plimsoll/contracts/refusal';
import { importedWords } from '@plimsoll/wording/en/import';
import { refusalSentence } from '@plimsoll/wording/refusal-sentence';
import { listUnmapped } from './read-flags.ts';

type TargetInput = NonNullable<PlanInput['target']>;

export interface RequestDraft {
  readonly unmapped: readonly Unmapped[];
  readonly notes: readonly string[];
  /** Does it ask for a new connection each time? */
  readonly closes: boolean;
  method(method: string): void;
  /** `Name: value`, as tools write it. One that the engine writes itself, or that has no value, is listed. */
  header(line: string): void;
  /** Only where no header of this name was given. */
  headerUnlessGiven(name: string, value: string): void;
  body(text: string): void;
  /** A body with templates of a plan in it. */
  template(text: string): void;
  stream(settings: TargetInput['stream']): void;
  /** Its messages are taken as they stand, without templates. */
  websocket(settings: NonNullable<TargetInput['websocket']>): void;
  bodyBytes(bytes: number): void;
  /** `user:password`. */
  basic(pair: string): void;
  bearer(token: string): void;
  /** The request as a plan takes it: GET, or POST where it has a body. */
  input(): TargetInput & { readonly method: string };
}

/** Headers that the engine writes by itself. `connection` says whether connections are kept, which a plan has a field for. */
const owned = /^(content-length|transfer-encoding|host|keep-alive|upgrade|te|trailer|expect|x-load-test-run)$/;
const braced = '{{"{{"}}';

/** `bodyMethod`: what the tool sends a body with when no method is named. */
export function draftRequest(written: string, bodyMethod: 'GET' | 'POST' = 'POST'): RequestDraft {
  const unmapped: Unmapped[] = [];
  const notes: string[] = [];
  const headers = new Map<string, { name: string; value: string }>();
  let method: string | null = null;
  let content: Pick<TargetInput, 'body' | 'bodyBytes'> = {};
  let stream: Pick<TargetInput, 'stream'> = {};
  let websocket: Pick<TargetInput, 'websocket'> = {};
  let auth: TargetInput['auth'] = null;
  let closes = false;
  const literal = (text: string) => {
    if (!text.includes('{{')) return text;
    notes.push(importedWords.note.braces({ braces: braced }));
    return text.replaceAll('{{', braced);
  };
  const basic = (pair: string) => {
    const colon = pair.indexOf(':');
    const [username, password] = colon < 0 ? [pair, ''] : [pair.slice(0, colon), pair.slice(colon + 1)];
    headers.delete('authorization');
    auth = { basic: { username: literal(username), password: literal(password) } };
  };
  const url = readUrl(written, basic, notes);
  const set = (name: string, value: string) => {
    const before = headers.get(name.toLowerCase());
    const joined = before ? `${before.value}${/^cookie$/i.test(name) ? '; ' : ', '}${value}` : value;
    headers.set(name.toLowerCase(), { name: before?.name ?? name, value: joined });
  };
  const header = (line: string) => {
    const colon = line.search(/[:;]/);
    const name = (colon < 0 ? line : line.slice(0, colon)).trim();
    const value = colon < 0 ? '' : line.slice(colon + 1).trim();
    const lower = name.toLowerCase();
    if (lower === 'connection' && /^(close|keep-alive)$/i.test(value)) closes = /close/i.test(value);
    else if (owned.test(lower) || lower === 'connection')
      unmapped.push({ ...listUnmapped(name, value, 'other'), why: refusalSentence(refusal('header_owned', { name })) });
    else if (value === '' && !line.endsWith(';')) unmapped.push(listUnmapped('Header', line, 'other'));
    else if (lower === 'authorization' && auth !== null) unmapped.push(listUnmapped(name, value, 'ignored'));
    else set(name, value);
  };
  return {
    unmapped,
    notes,
    get closes() {
      return closes;
    },
    method: (named) => {
      method = named.toUpperCase();
    },
    header,
    headerUnlessGiven: (name, value) => {
      if (!headers.has(name.toLowerCase())) set(name, value);
    },
    body: (text) => {
      content = { body: literal(text) };
    },
    template: (text) => {
      content = { body: text };
    },
    stream: (settings) => {
      stream = { stream: settings };
    },
    websocket: ({ messages, firstMessage, ...settings }) => {
      websocket = {
        websocket: {
          ...settings,
          ...(messages && { messages: messages.map((one) => (typeof one === 'string' ? literal(one) : one)) }),
          ...(firstMessage && { firstMessage: literal(firstMessage) }),
        },
      };
    },
    bodyBytes: (bytes) => {
      content = { bodyBytes: bytes };
    },
    basic,
    bearer: (token) => {
      headers.delete('authorization');
      auth = { bearer: token };
    },
    input: () => ({
      url,
      method: (method ?? (content.body || content.bodyBytes ? bodyMethod : 'GET')) as 'GET',
      headers: Object.fromEntries([...headers.values()].map(({ name, value }) => [name, literal(value)])),
      auth,
      ...content,
      ...stream,
      ...websocket,
    }),
  };
}

/** With its scheme, and its credentials apart. */
function readUrl(written: string, basic: (pair: string) => void, notes: string[]): string {
  let url = written.trim();
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(url)) {
    notes.push(importedWords.note.noScheme);
    url = `http://${url.replace(/^\/\//, '')}`;
  }
  const credentials = /^([a-z]+:\/\/)([^/?#@]*)@/i.exec(url);
  if (!credentials) return url;
  basic(decodePair(credentials[2] ?? ''));
  return url.replace(credentials[0], credentials[1] ?? '');
}

function decodePair(pair: string): string {
  try {
    return decodeURIComponent(pair);
  } catch {
    return pair;
  }
}
