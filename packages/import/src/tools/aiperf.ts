import type { Unmapped } from '@plimsoll/contracts/imported-command';
import type { PlanInput } from '@plimsoll/contracts/plan';
import { refusal } from '@plimsoll/contracts/refusal';
import { importedWords } from '@plimsoll/wording/en/import';
import { formatCount } from '@plimsoll/wording/number';
import { numberOr, readNumber, readTimeMs, writeTime } from '../command/amount.ts';
import { waitsForEver } from '../command/given-timeout.ts';
import { makeLoad } from '../command/load.ts';
import { type Given, type GivenFlags, listGiven, listUnmapped, readFlags } from '../command/read-flags.ts';
import { draftRequest } from '../command/request-draft.ts';
import type { ToolReader } from '../command/tool-reader.ts';
import { ImportError } from '../import-error.ts';
import { aiperfFlags } from './aiperf-flags.ts';

type Flags = GivenFlags<keyof typeof aiperfFlags.read>;

/** AIPerf waits six hours for an answer; an answer in so many minutes is one to a person. */
const timeoutMs = 600_000;
/** Common short words, which most tokenizers count as one token each. */
const words = 'the load line shows how deep a ship may lie in the water'.split(' ');
const goodputLimits = { time_to_first_token: 'ttft', inter_token_latency: 'itl' } as const;

/** AIPerf and GenAI-Perf: streams of a language model in OpenAI's shape. Default of both: 550 tokens in, one stream at once. */
export const readAiperf: ToolReader = ({ tool, words: written }) => {
  const end = written.indexOf('--');
  const given = readFlags(aiperfFlags, end < 0 ? written : written.slice(0, end));
  const beyond = end < 0 ? [] : written.slice(end + 1).map((word) => listUnmapped(word, null, 'other'));
  const [subcommand, ...loose] = given.words;
  if (subcommand !== 'profile') throw new ImportError(refusal('command_no_run', { tool, needed: `${tool} profile` }));
  const notes: string[] = [];
  const lists = sortWords(loose, given);
  const { path, type } = findEndpoint(tool, given);
  const [url, ...otherUrls] = [...given.all('url').flatMap(({ value }) => value.split(',')), ...lists.urls];
  const request = draftRequest(`${(url ?? 'localhost:8000').replace(/\/+$/, '')}${path}`);
  request.method('POST');
  request.header('Content-Type: application/json');
  for (const { value } of given.all('header')) for (const line of readPairs(value)) request.header(line.join(': '));
  const key = given.last('apiKey');
  if (key) request.bearer(key.value);
  const [model, ...otherModels] = given.all('model').flatMap(({ value }) => value.split(','));
  const streams = given.has('streaming');
  request.template(JSON.stringify(writeBody(tool, given, { model: model ?? '', type, extra: lists.extra, notes })));
  const goodput = readGoodput([...given.all('goodput').flatMap(({ value }) => value.split(/\s+/)), ...lists.goodput]);
  if (streams) request.stream({ as: 'sse', tokens: { shape: 'openai', ...goodput.limits } });
  const reuse = given.last('reuse');
  const timeout = given.last('timeout');
  const load = makeStreams(tool, given, notes);
  if (!timeout) notes.push(waitsForEver(tool, writeTime(timeoutMs)));
  return {
    tool,
    requests: [request],
    connection: reuse ? { keepAlive: reuse.value !== 'never' } : {},
    load,
    fields: timeout ? { timeout: writeTime(readTimeMs(timeout)) } : {},
    usual: { timeout: writeTime(timeoutMs) },
    unmapped: [
      ...given.unmapped,
      ...otherUrls.map((other) => listUnmapped('--url', other, 'url')),
      ...otherModels.map((other) => listUnmapped('-m', other, 'models')),
      ...goodput.unmapped,
      ...(reuse?.value === 'sticky-user-sessions' ? listGiven([reuse], 'other') : []),
      ...lists.unknown.map((word) => listUnmapped(word, null, 'unknown')),
      ...beyond,
    ],
    notes,
  };
};

/** Words that stand behind a flag that takes several. */
function sortWords(loose: readonly string[], given: Flags) {
  const sorted = { goodput: [] as string[], extra: [] as string[], urls: [] as string[], unknown: [] as string[] };
  for (const word of loose) {
    const name = /^(\w+):/.exec(word)?.[1] ?? '';
    if (given.has('goodput') && /latency|token|throughput/.test(name)) sorted.goodput.push(word);
    else if (given.last('url') && /^https?:\/\/|^[\w.-]+:\d+(\/|$)/.test(word)) sorted.urls.push(word);
    else if (given.last('extra') && name !== '') sorted.extra.push(word);
    else sorted.unknown.push(word);
  }
  return sorted;
}

/** Throws ImportError on an endpoint that answers with no text. */
function findEndpoint(tool: string, given: Flags): { readonly path: string; readonly type: EndpointType } {
  const type = given.last('endpointType')?.value ?? (tool === 'aiperf' ? 'chat' : 'kserve');
  if (!isEndpoint(type)) throw new ImportError(refusal('command_endpoint', { tool, got: type }));
  const path = given.last('endpoint')?.value ?? endpoints[type];
  return { path: path.startsWith('/') ? path : `/${path}`, type };
}

const endpoints = { chat: '/v1/chat/completions', completions: '/v1/completions', responses: '/v1/responses' } as const;
type EndpointType = keyof typeof endpoints;
const isEndpoint = (type: string): type is EndpointType => Object.hasOwn(endpoints, type);

interface Asked {
  readonly model: string;
  readonly type: EndpointType;
  readonly extra: readonly string[];
  readonly notes: string[];
}

function writeBody(tool: string, given: Flags, { model, type, extra, notes }: Asked): object {
  const length = Math.max(1, Math.round(numberOr(given.last('inputTokens'), 550)));
  notes.push(importedWords.note.prompt({ tool, tokens: formatCount(length) }));
  // A server that keeps the beginnings of prompts would answer the same prompt sooner the second time.
  const prompt = ['{{seq}}', ...Array.from({ length: length - 1 }, (_, nth) => words[nth % words.length])].join(' ');
  const most = given.last('outputTokens');
  const streams = given.has('streaming');
  if (streams && type !== 'responses') notes.push(importedWords.note.usage({ tool }));
  const isLegacy = tool !== 'aiperf' || type !== 'chat' || given.has('legacyMaxTokens');
  const mostField = type === 'responses' ? 'max_output_tokens' : isLegacy ? 'max_tokens' : 'max_completion_tokens';
  const messages = [{ role: 'user', content: prompt }];
  return {
    model,
    ...(type === 'chat' ? { messages } : type === 'responses' ? { input: messages } : { prompt }),
    ...(most ? { [mostField]: Math.round(readNumber(most)) } : {}),
    // Responses tell their usage unasked.
    ...(streams ? { stream: true, ...(type === 'responses' ? {} : { stream_options: { include_usage: true } }) } : {}),
    ...Object.fromEntries(
      [...given.all('extra').map(({ value }) => value), ...extra].flatMap(readPairs).map(([name, value]) => [name, asJson(value)]),
    ),
  };
}

/** `name:value`, or an object of JSON. */
function readPairs(written: string): [string, string][] {
  if (written.trim().startsWith('{')) {
    const object = asJson(written);
    if (typeof object === 'object' && object !== null)
      return Object.entries(object).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);
  }
  const colon = written.indexOf(':');
  return colon < 0 ? [[written, 'true']] : [[written.slice(0, colon).trim(), written.slice(colon + 1).trim()]];
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** `time_to_first_token:500`, in ms. */
function readGoodput(pairs: readonly string[]): { limits: { ttft?: string; itl?: string }; unmapped: Unmapped[] } {
  const limits: { ttft?: string; itl?: string } = {};
  const unmapped: Unmapped[] = [];
  for (const pair of pairs.filter(Boolean)) {
    const [name = '', value = ''] = pair.split(':');
    const limit = goodputLimits[name as keyof typeof goodputLimits];
    if (limit) limits[limit] = writeTime(readTimeMs({ flag: `--goodput ${name}`, value }, 'ms'));
    else unmapped.push(listUnmapped('--goodput', pair, 'goodput'));
  }
  return { limits, unmapped };
}

function makeStreams(tool: string, given: Flags, notes: string[]): PlanInput['load'] {
  const rate = given.last('rate');
  const perSecond = rate ? readNumber(rate) : 0;
  const atOnce = given.last('concurrency');
  const most = Math.min(1000, Math.max(100, Math.ceil(perSecond * 30)));
  if (rate && !atOnce) notes.push(importedWords.note.unlimited({ tool, most: formatCount(most) }));
  const connections = atOnce ? readNumber(atOnce) : rate ? most : 1;
  const durationMs = readDurationMs(tool, given, notes);
  const counted = given.last('requests');
  const requests = counted ? readNumber(counted) || null : durationMs === null ? Math.max(10, 2 * numberOr(atOnce, 1)) : null;
  const load = makeLoad({ tool, connections, rate: rate ? perSecond : null, requests, durationMs }, notes);
  if (load.model !== 'open') return load;
  const pattern: string = given.last('arrivals')?.value ?? 'poisson';
  const seed = given.last('seed');
  return { ...load, arrivals: pattern === 'constant' ? 'constant' : 'poisson', ...(seed ? { seed: readSeed(seed) } : {}) };
}

const readSeed = (seed: Given) => Math.round(readNumber(seed)) % 2 ** 32;

/** Null: it ends after a number of requests. */
function readDurationMs(tool: string, given: Flags, notes: string[]): number | null {
  const duration = given.last('duration');
  if (duration) return readTimeMs(duration);
  const window = given.last('window');
  if (!window || given.last('requests')) return null;
  const windowMs = readTimeMs(window, 'ms');
  notes.push(importedWords.note.windows({ tool, window: writeTime(windowMs), duration: writeTime(3 * windowMs) }));
  return 3 * windowMs;
}
