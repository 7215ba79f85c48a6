import { refusal } from '@plimsoll/contracts/refusal';
import { importedWords } from '@plimsoll/wording/en/import';
import { numberOr, readNumber, readTimeMs } from '../command/amount.ts';
import { givenTimeout } from '../command/given-timeout.ts';
import { makeLoad } from '../command/load.ts';
import { isSecure } from '../command/one-url.ts';
import { type GivenFlags, listGiven, listUnmapped, readFlags } from '../command/read-flags.ts';
import { draftRequest, type RequestDraft } from '../command/request-draft.ts';
import type { ToolReader } from '../command/tool-reader.ts';
import { ImportError } from '../import-error.ts';

const flags = {
  style: 'go',
  read: {
    rate: '-rate=',
    duration: '-duration=',
    header: '-header=',
    targets: '-targets=',
    bodyFile: '-body=',
    connections: '-max-connections=',
    workers: '-max-workers=',
    timeout: '-timeout=',
    keepAlive: '-keepalive',
    http2: '-http2',
    h2c: '-h2c',
    insecure: '-insecure',
    name: '-name=',
    format: '-format=',
  },
  unmapped: {
    output: '-output= -cpus= -profile= -prometheus-addr= -version -max-body=',
    threads: '-workers=',
    socket: '-unix-socket= -laddr= -connections=',
    file: '-cert= -key= -root-certs=',
    redirect: '-redirects=',
    resolve: '-dns-ttl= -resolvers= -connect-to=',
    proxy: '-proxy-header=',
    tls: '-session-tickets',
    other: '-chunked -lazy',
  },
} as const;
type Flags = GivenFlags<keyof typeof flags.read>;

/** vegeta attack: an open load over the targets in turns. Defaults: 50/s, 30 s for an answer, kept connections, HTTP/2 over TLS. */
export const readVegeta: ToolReader = ({ tool, words, input }) => {
  const given = readFlags(flags, words);
  const [command, ...others] = given.words;
  if (command !== 'attack') throw new ImportError(refusal('command_no_run', { tool, needed: 'attack' }));
  const targets = given.last('targets');
  if (input === null || (targets && targets.value !== 'stdin' && targets.value !== '-')) throw new ImportError(refusal('command_targets'));
  const notes: string[] = [];
  const requests = readTargets(input, given, notes);
  const [url = ''] = requests.map((request) => request.input().url);
  // A worker sends a request at a time. Where nothing else bounds the connections, there are as many.
  const [workers, bound] = [given.last('workers'), given.last('connections')];
  const connections = bound ?? workers;
  const rate = readRate(given);
  const duration = given.last('duration');
  const durationMs = duration ? readTimeMs(duration) : 0;
  if (durationMs === 0) notes.push(importedWords.note.forever({ tool, duration: '10s' }));
  const load = makeLoad(
    { tool, connections: numberOr(connections, rate === null ? 10 : 10_000), rate, requests: null, durationMs: durationMs || 10_000 },
    [],
  );
  const timeout = givenTimeout(tool, given.last('timeout'), notes);
  notes.push(importedWords.note.follows({ tool }));
  const off = (name: 'keepAlive' | 'http2') => given.last(name)?.value === 'false';
  const name = given.last('name');
  return {
    tool,
    requests,
    connection: {
      ...(given.last('keepAlive') ? { keepAlive: !off('keepAlive') } : {}),
      ...(workers && bound ? { maxActiveRequests: Math.max(1, numberOr(workers, 1)) } : {}),
      ...(given.has('h2c') ? { protocol: 'http2' as const } : isSecure(url) && !off('http2') ? { protocol: 'auto' as const } : {}),
      ...(given.has('insecure') && isSecure(url) ? { tls: { verify: false } } : {}),
    },
    load,
    fields: {
      ...timeout,
      ...(name ? { tags: { name: name.value } } : {}),
    },
    unmapped: [
      ...given.unmapped,
      ...listGiven(given.all('bodyFile'), 'file'),
      ...(isSecure(url) ? [] : listGiven(given.all('insecure'), 'ignored')),
      ...others.map((word) => listUnmapped(word, null, 'unknown')),
    ],
    notes,
  };
};

/** `50`, `50/1s`, `3000/1m`; null for as fast as it goes (`0`, `infinity`). */
function readRate(given: Flags): number | null {
  const written = given.last('rate') ?? { flag: '-rate', value: '50' };
  if (written.value === 'infinity') return null;
  const [amount = '', unit = '1s'] = written.value.split('/');
  const perMs = readTimeMs({ flag: written.flag, value: /^\d/.test(unit) ? unit : `1${unit}` });
  return (readNumber({ flag: written.flag, value: amount }) * 1000) / perMs || null;
}

/** Targets as text: `METHOD URL`, header lines and `@file` below it; or one JSON object a line. */
function readTargets(text: string, given: Flags, notes: string[]): RequestDraft[] {
  const requests =
    given.last('format')?.value === 'json' ? text.split('\n').filter(Boolean).map(readJsonTarget) : readTextTargets(text, notes);
  if (requests.length === 0) throw new ImportError(refusal('command_targets'));
  for (const request of requests) {
    for (const { value } of given.all('header')) request.header(value);
    request.headerUnlessGiven('Accept-Encoding', 'gzip');
  }
  if (given.last('bodyFile')) notes.push(importedWords.note.body);
  return requests;
}

function readTextTargets(text: string, notes: string[]): RequestDraft[] {
  const requests: RequestDraft[] = [];
  for (const line of text.split('\n').map((one) => one.trim())) {
    const target = /^([A-Z]+)\s+(\S+)$/.exec(line);
    const last = requests.at(-1);
    if (line === '' || line.startsWith('#')) continue;
    if (target) {
      const request = draftRequest(target[2] ?? '');
      request.method(target[1] ?? 'GET');
      requests.push(request);
    } else if (line.startsWith('@')) notes.push(importedWords.note.body);
    else if (last && line.includes(':')) last.header(line);
    else throw new ImportError(refusal('command_targets'));
  }
  return requests;
}

function readJsonTarget(line: string): RequestDraft {
  let value: { method?: unknown; url?: unknown; body?: unknown; header?: Readonly<Record<string, unknown>> };
  try {
    value = JSON.parse(line);
  } catch {
    throw new ImportError(refusal('command_targets'));
  }
  const request = draftRequest(String(value.url ?? ''));
  request.method(String(value.method ?? 'GET'));
  for (const [name, values] of Object.entries(value.header ?? {}))
    for (const one of Array.isArray(values) ? values : [values]) request.header(`${name}: ${String(one)}`);
  if (typeof value.body === 'string') request.body(new TextDecoder().decode(Uint8Array.from(atob(value.body), (c) => c.charCodeAt(0))));
  return request;
}
