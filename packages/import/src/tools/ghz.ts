import type { Unmapped } from '@plimsoll/contracts/imported-command';
import type { PlanInput } from '@plimsoll/contracts/plan';
import { refusal } from '@plimsoll/contracts/refusal';
import { importedWords } from '@plimsoll/wording/en/import';
import { readNumber, readTimeMs, writeTime } from '../command/amount.ts';
import type { Draft } from '../command/draft.ts';
import { givenTimeout } from '../command/given-timeout.ts';
import { listGiven, listUnmapped, readFlags } from '../command/read-flags.ts';
import type { ToolReader } from '../command/tool-reader.ts';
import { ghzCall, ghzUrl } from '../ghz/ghz-address.ts';
import { type GhzConfig, ghzWords } from '../ghz/ghz-config.ts';
import { type GhzFlags, ghzFlags } from '../ghz/ghz-flags.ts';
import { makeGhzLoad } from '../ghz/ghz-load.ts';
import { listReflectMetadata, readGhzMessages, readGhzTexts } from '../ghz/ghz-messages.ts';
import { ImportError } from '../import-error.ts';

type TargetInput = NonNullable<PlanInput['target']>;
type CallInput = NonNullable<TargetInput['grpc']>;

/** ghz: calls of gRPC. Defaults: 200 calls, 50 workers on one connection, 20 s for a call, TLS. */
export const readGhz: ToolReader = ({ words, input }) => {
  const given = readFlags(ghzFlags, words);
  const config = given.last('config');
  if (config) throw new ImportError(refusal('command_config', { tool: 'ghz', file: config.value }));
  const [host] = given.words;
  if (host === undefined) throw new ImportError(refusal('command_no_url', { tool: 'ghz' }));
  return draftGhz(given, ghzUrl(host, given.has('insecure')), input);
};

/** A config file of ghz. `url`: the target where it names none. Throws ImportError where it makes no plan. */
export function readGhzConfig(config: GhzConfig, url: string | undefined): Draft {
  const given = readFlags(ghzFlags, ghzWords(config));
  const [host] = given.words;
  const target = host === undefined ? url : ghzUrl(host, given.has('insecure'));
  if (target === undefined) throw new ImportError(refusal('command_no_target', { tool: 'ghz' }));
  const draft = draftGhz(given, target, null);
  // Its fields are the flags without their dashes.
  return { ...draft, unmapped: draft.unmapped.map((one) => ({ ...one, flag: one.flag.replace(/^--/, '') })) };
}

function draftGhz(given: GhzFlags, url: string, input: string | null): Draft {
  const call = ghzCall(given.last('call')?.value ?? '');
  const definition = [...given.all('proto'), ...given.all('protoset')];
  const sent = readGhzMessages(given, call, input);
  const load = makeGhzLoad(given);
  const stream = readStream(given);
  const timeoutGiven = given.last('timeout');
  const deadlineMs = timeoutGiven ? readTimeMs(timeoutGiven) : 20_000;
  const notes: string[] = [];
  const tls = readTls(given, url);
  const [authority, name, tags] = [given.last('authority'), given.last('name'), given.last('tags')];
  const grpc: CallInput = {
    call,
    // Files of types are not part of the command.
    reflection: true,
    ...sent.fields,
    ...stream.fields,
    ...(deadlineMs > 0 ? { deadline: writeTime(deadlineMs) } : {}),
    ...(authority ? { authority: authority.value } : {}),
    ...(given.has('gzip') ? { gzip: true } : {}),
  };
  return {
    tool: 'ghz',
    requests: [{ unmapped: [], notes: [], closes: false, input: () => ({ url, method: 'GET', grpc }) }],
    connection: { ...load.connection, ...tls.connection },
    load: load.load,
    fields: {
      ...givenTimeout('ghz', timeoutGiven, notes),
      tags: { ...(tags ? readTags(readGhzTexts(tags)) : {}), ...(name ? { name: name.value } : {}) },
    },
    usual: { timeout: '20s' },
    unmapped: [
      ...given.unmapped,
      ...listGiven(definition, 'file'),
      ...sent.unmapped,
      ...listReflectMetadata(given),
      ...load.unmapped,
      ...stream.unmapped,
      ...tls.unmapped,
      ...given.words.slice(1).map((word) => listUnmapped(word, null, 'unknown')),
    ],
    notes: [...(definition.length > 0 ? [importedWords.note.definition] : []), ...sent.notes, ...load.notes, ...stream.notes, ...notes],
  };
}

interface Part<Fields> {
  readonly fields: Fields;
  readonly unmapped: readonly Unmapped[];
  readonly notes: readonly string[];
}

/** Flags about the inside of a stream, and about streams under way when the time is over. */
function readStream(given: GhzFlags): Part<Pick<CallInput, 'messagesPerStream' | 'messageInterval' | 'streamDuration'>> {
  const time = (name: 'streamInterval' | 'streamDuration') => {
    const written = given.last(name);
    const ms = written ? readTimeMs(written) : 0;
    return ms > 0 ? writeTime(ms) : null;
  };
  const count = given.last('streamCount');
  const messagesPerStream = count ? readNumber(count) || null : null;
  const [messageInterval, streamDuration] = [time('streamInterval'), time('streamDuration')];
  const isStream = messagesPerStream !== null || messageInterval !== null || streamDuration !== null;
  const stop = given.last('durationStop');
  const isTimed = given.last('duration') !== undefined || given.last('maxDuration') !== undefined;
  return {
    fields: { messagesPerStream, messageInterval, streamDuration },
    unmapped: [
      ...listGiven(given.all('streamDynamic'), 'anyway'),
      ...(stop ? listGiven([stop], isTimed ? (stop.value === 'wait' ? 'anyway' : 'cut') : 'ignored') : []),
    ],
    notes: [
      ...(isStream ? [importedWords.note.calls] : []),
      ...(messagesPerStream === null ? [] : [importedWords.note.answers({ messages: String(messagesPerStream) })]),
      ...(isTimed && !stop ? [importedWords.note.cut] : []),
    ],
  };
}

/** Flags of TLS mean nothing without it. */
function readTls(given: GhzFlags, url: string) {
  if (!/^grpcs:/.test(url))
    return { connection: {}, unmapped: [...listGiven(given.all('skipTls'), 'ignored'), ...listGiven(given.all('cname'), 'ignored')] };
  const serverName = given.last('cname')?.value;
  const tls = { ...(given.has('skipTls') ? { verify: false } : {}), ...(serverName === undefined ? {} : { serverName }) };
  return { connection: Object.keys(tls).length > 0 ? { tls } : {}, unmapped: [] };
}

function readTags(tags: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(tags).map(([name, value]) => [name.replace(/[^A-Za-z0-9_.-]/g, '_'), value]));
}
