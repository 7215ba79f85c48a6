/** A k6 script, or its options alone, as a plan; or a config of ghz, which is an object as well. It is read, never run. */
import type { Unmapped } from '@plimsoll/contracts/imported-command';
import { refusal } from '@plimsoll/contracts/refusal';
import { importedWords } from '@plimsoll/wording/en/import';
import { formatCount } from '@plimsoll/wording/number';
import { type Draft, loadLengthMs } from '../command/draft.ts';
import { isSecure } from '../command/one-url.ts';
import { listUnmapped } from '../command/read-flags.ts';
import { draftRequest, type RequestDraft } from '../command/request-draft.ts';
import { isGhzConfig } from '../ghz/ghz-config.ts';
import { ImportError } from '../import-error.ts';
import { readGhzConfig } from '../tools/ghz.ts';
import { makeFields } from './constant.ts';
import { type K6Scenario, loadFields, makeK6Load, readShortcuts, shortcuts } from './k6-load.ts';
import { listK6Checks, listK6Requests } from './k6-requests.ts';
import { readK6Socket } from './k6-sockets.ts';
import { readK6Threshold } from './k6-thresholds.ts';
import { isCallOf, readScript, type Script, type Written } from './script-reader.ts';

type Properties = ReadonlyMap<string, Written>;

const optionFields: ReadonlySet<string> = new Set([
  ...shortcuts,
  'scenarios',
  'thresholds',
  'insecureSkipTLSVerify',
  'noConnectionReuse',
  'userAgent',
  'tags',
]);

/** Could the text be JavaScript or JSON, and no command line? */
export function isScript(text: string): boolean {
  return /^\s*(\{|export\b|import\b|const\b|let\b|var\b|function\b|(for|if|while)\s*\(|\/[/*]|["']?(scenarios|stages|options|executor|vus)["']?\s*[:=])/.test(
    text,
  );
}

/** `url`: the target where the script names none. Throws ImportError where it makes no plan. */
export function readK6Script(text: string, url: string | undefined): Draft {
  const script = readScript(text);
  const written = findWritten(script);
  const config = written && script.readObject(written)?.has('call') ? script.readValue(written) : null;
  if (isGhzConfig(config)) return readGhzConfig(config, url);
  const options = findOptions(script, written);
  const scenario = findScenario(script, options);
  const unmapped = [...(scenario?.unmapped ?? [])];
  const socket = readK6Socket(script, url);
  unmapped.push(...(socket?.unmapped ?? []));
  const named = socket ? [socket.request] : listNamed(script, url, unmapped);
  // The load of a script by itself may be in the flags of its command.
  if (!scenario && (socket || named.length === 0)) throw new ImportError(refusal('script_no_load'));
  if (named.length === 0 && !url) throw new ImportError(refusal('command_no_target', { tool: 'k6' }));
  const requests = named.length > 0 ? named : [draftRequest(url ?? '')];
  const notes: string[] = [];
  const load = scenario && makeK6Load(scenario.fields, requests.length, notes);
  if (load) socket?.finish(loadLengthMs(load) ?? 0, notes);
  if (requests.length > 1) notes.push(importedWords.note.methods({ count: formatCount(requests.length) }));
  const value = (name: string) => readOption(script, options.get(name));
  const thresholds = readThresholds(script, options, unmapped);
  const agent = value('userAgent');
  const closes = value('noConnectionReuse');
  if (typeof agent === 'string') for (const request of requests) request.headerUnlessGiven('User-Agent', agent);
  const verifies = value('insecureSkipTLSVerify') !== true || !requests.some((request) => isSecure(request.input().url));
  if (requests.some((request) => request.input().stream) && closesStreams(script))
    unmapped.push(listUnmapped('client.close()', null, 'closes'));
  for (const [name, node] of options) if (!optionFields.has(name)) unmapped.push(unread(script, name, node));
  return {
    tool: 'k6',
    requests,
    requestOrder: 'sequence',
    connection: {
      // Each WebSocket has a connection of its own.
      ...(socket ? { protocol: 'websocket' } : typeof closes === 'boolean' ? { keepAlive: !closes } : {}),
      ...(verifies ? {} : { tls: { verify: false } }),
    },
    load,
    fields: {
      thresholds,
      checks: readChecks(script, socket !== null, unmapped),
      tags: { ...readTags(value('tags')), ...readTags(scenario?.fields.read('tags')) },
    },
    unmapped,
    notes,
    namesTarget: socket ? socket.namesUrl : named.length > 0,
  };
}

/** The requests of the script. Where that would have to be computed, and a target is given beside it, the requests are listed as not read. */
function listNamed(script: Script, url: string | undefined, unmapped: Unmapped[]): RequestDraft[] {
  try {
    return listK6Requests(script);
  } catch (error) {
    if (!url || !(error instanceof ImportError)) throw error;
    unmapped.push(listUnmapped('http', null, 'script'));
    return [];
  }
}

/** A WebSocket answers with no status but 101, which it has to. */
function readChecks(script: Script, isSocket: boolean, unmapped: Unmapped[]): ReturnType<typeof listK6Checks> {
  const checks = listK6Checks(script);
  if (!isSocket) return checks;
  for (const check of checks)
    if ('status' in check) unmapped.push(listUnmapped('check', `status ${check.status}`, check.status === 101 ? 'anyway' : 'other'));
  return [];
}

const closesStreams = ({ nodes }: Script) =>
  nodes.some((node) => node.type === 'CallExpression' && isCallOf(node.callee, 'client', 'close'));

/** The object that is declared as the options, or stands alone. */
function findWritten(script: Script): Written | null {
  const named = script.findDeclared('options');
  if (named) return named;
  const [first] = script.program.body;
  const bare = first?.type === 'ExpressionStatement' ? first.expression : null;
  const assigned = bare?.type === 'AssignmentExpression' ? bare.right : bare;
  return assigned && script.read(assigned);
}

function findOptions(script: Script, node: Written | null): Properties {
  const options = node && script.readObject(node);
  if (!options) return new Map();
  // One scenario by itself.
  if (options.has('executor') && node) return new Map([['scenarios', { ...node, value: makeFields([['scenario', node.value]]) }]]);
  const inner = options.get('options');
  return (inner && script.readObject(inner)) ?? options;
}

interface FoundScenario {
  readonly fields: K6Scenario;
  readonly unmapped: readonly Unmapped[];
}

/** The one scenario, or what k6 makes of `stages`, `iterations` and `vus`; null where there is none of them. */
function findScenario(script: Script, options: Properties): FoundScenario | null {
  const listed = options.get('scenarios');
  if (!listed) {
    const fields = readShortcuts(
      (name) => options.has(name),
      (name) => readOption(script, options.get(name)),
    );
    return fields && { fields, unmapped: [] };
  }
  const scenarios = script.readObject(listed);
  const [first, ...others] = scenarios ?? [];
  if (!first) throw new ImportError(refusal('script_no_load'));
  if (others.length > 0) throw new ImportError(refusal('script_several', { names: [first, ...others].map(([name]) => name).join(', ') }));
  const [name, node] = first;
  const fields = script.readObject(node);
  if (!fields) throw new ImportError(refusal('script_field', { name, field: 'executor' }));
  const unmapped = [...fields]
    .filter(([field]) => !loadFields.has(field) && field !== 'tags')
    .map(([field, value]) => unread(script, `scenarios.${name}.${field}`, value));
  return { fields: { name, read: (field) => readOption(script, fields.get(field)) }, unmapped };
}

function readOption(script: Script, node: Written | undefined): unknown {
  return node ? script.readValue(node) : undefined;
}

/** A field that a plan has nothing for: its value as far as it is written out. */
function unread(script: Script, name: string, node: Written): Unmapped {
  const why = /env|exec$/.test(name) ? 'script' : /Stop|Down/.test(name) ? 'stop' : 'other';
  try {
    return listUnmapped(name, JSON.stringify(script.readValue(node)), why);
  } catch (error) {
    if (error instanceof ImportError) return listUnmapped(name, null, why);
    throw error;
  }
}

function readThresholds(script: Script, options: Properties, unmapped: Unmapped[]): string[] {
  const given = options.get('thresholds');
  const metrics = given && script.readObject(given);
  return [...(metrics ?? [])].flatMap(([metric, node]) => {
    const limits = script.readValue(node);
    return (Array.isArray(limits) ? limits : [limits]).flatMap((limit: unknown) => {
      const { threshold, ...more } = (typeof limit === 'string' ? { threshold: limit } : limit) as { threshold: unknown };
      const read = readK6Threshold(metric, String(threshold));
      if (read === null) unmapped.push(listUnmapped(`thresholds.${metric}`, String(threshold), 'other'));
      if (Object.keys(more).length > 0) unmapped.push(listUnmapped(`thresholds.${metric}`, JSON.stringify(more), 'stop'));
      return read === null ? [] : [read];
    });
  });
}

function readTags(tags: unknown): Record<string, string> {
  if (tags === null || typeof tags !== 'object') return {};
  return Object.fromEntries(Object.entries(tags).map(([name, value]) => [name.replace(/[^A-Za-z0-9_.-]/g, '_'), String(value)]));
}
