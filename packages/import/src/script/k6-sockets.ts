/** The WebSocket of a k6 script: `ws.connect(…)` of k6/ws, or `new WebSocket(…)` of k6/websockets, as far as a plan has a place for what it does. */
import type { Unmapped } from '@plimsoll/contracts/imported-command';
import type { PlanInput } from '@plimsoll/contracts/plan';
import type { WhyUnmapped } from '@plimsoll/wording/en/import';
import { importedWords } from '@plimsoll/wording/en/import';
import { formatCount } from '@plimsoll/wording/number';
import type { AnyNode, CallExpression, NewExpression } from 'acorn';
import { writeTime } from '../command/amount.ts';
import { listUnmapped } from '../command/read-flags.ts';
import { draftRequest, type RequestDraft } from '../command/request-draft.ts';
import { listHeaders } from './k6-requests.ts';
import { isFunction, listFunctions, listSocketActs, readKnown, type SocketAct } from './k6-socket-acts.ts';
import { isCallOf, type Script } from './script-reader.ts';

type SocketInput = NonNullable<NonNullable<PlanInput['target']>['websocket']>;

interface Opened {
  readonly node: CallExpression | NewExpression;
  /** Where the script goes on with the socket, and its name there; null: nowhere. */
  readonly body: AnyNode | null;
  readonly name: string;
  readonly flag: string;
  readonly parameters: AnyNode | undefined;
  readonly protocols: readonly string[];
}

interface K6Socket {
  readonly request: RequestDraft;
  /** Is its URL written in the script? */
  readonly namesUrl: boolean;
  readonly unmapped: readonly Unmapped[];
  /** Writes its settings: `loadMs` is how long a connection stays open that the script never closes. `notes` gets what k6 does differently. */
  finish(loadMs: number, notes: string[]): void;
}

/** The first of the script; null: it opens none. `url`: its address where the script has it from elsewhere. Throws ImportError without one. */
export function readK6Socket(script: Script, url: string | undefined): K6Socket | null {
  const sockets = listOpened(script);
  const [first] = sockets;
  if (!first) return null;
  const [address] = first.node.arguments;
  const known = address && readKnown(script, address);
  const namesUrl = typeof known === 'string' || url === undefined;
  const request = draftRequest(namesUrl && address ? String(script.readValue(script.read(address))) : (url ?? ''));
  const unmapped: Unmapped[] = [];
  const list = (flag: string, why: WhyUnmapped) => unmapped.push(listUnmapped(flag, null, why));
  for (const { node, flag } of listOthers(script, sockets)) if (node !== first.node) list(flag, 'socketAlone');
  for (const loop of listLoops(script, first.node)) list(loop, 'socketOrder');
  const { deflate, subprotocols } = readParameters(script, first, request, list);
  const settings = settle(first.body ? listSocketActs(script, first.body, first.name) : [], list);
  return {
    request,
    namesUrl,
    unmapped,
    finish: (loadMs, notes) => {
      const closeAfter = settings.ends ? {} : { closeAfter: writeTime(loadMs) };
      if (!settings.ends) notes.push(importedWords.note.socketOpen({ duration: writeTime(loadMs) }));
      notes.push(...settings.notes);
      request.websocket({ ...settings.socket, ...closeAfter, ...(deflate && { deflate }), subprotocols });
    },
  };
}

function listOpened(script: Script): Opened[] {
  const functions = listFunctions(script);
  const module = importedName(script) ?? 'ws';
  return script.nodes.flatMap((node): Opened[] => {
    if (node.type === 'CallExpression' && isCallOf(node.callee, module, 'connect')) {
      const last = node.arguments.at(-1);
      const given = last?.type === 'Identifier' ? functions.get(last.name) : last;
      const called = isFunction(given) ? given : null;
      const [socket] = called?.params ?? [];
      return [
        {
          node,
          body: called?.body ?? null,
          name: socket?.type === 'Identifier' ? socket.name : 'socket',
          flag: `${module}.connect`,
          parameters: node.arguments.length > 2 ? node.arguments[1] : undefined,
          protocols: [],
        },
      ];
    }
    if (node.type !== 'NewExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'WebSocket') return [];
    const [, protocols, parameters] = node.arguments;
    const name = assignedName(script, node);
    return [
      {
        node,
        body: name === null ? null : around(script, node),
        name: name ?? '',
        flag: 'new WebSocket',
        parameters,
        protocols: listTexts(protocols && readKnown(script, protocols)),
      },
    ];
  });
}

function listTexts(value: unknown): string[] {
  return [value].flat().filter((one) => typeof one === 'string');
}

/** What the script calls `k6/ws`. */
function importedName({ program }: Script): string | null {
  for (const node of program.body) {
    if (node.type !== 'ImportDeclaration' || node.source.value !== 'k6/ws') continue;
    for (const { type, local } of node.specifiers) if (type !== 'ImportSpecifier') return local.name;
  }
  return null;
}

/** The name that `new WebSocket` is kept by. */
function assignedName({ nodes }: Script, socket: AnyNode): string | null {
  for (const node of nodes) {
    if (node.type === 'VariableDeclarator' && node.init === socket && node.id.type === 'Identifier') return node.id.name;
    if (node.type === 'AssignmentExpression' && node.right === socket && node.left.type === 'Identifier') return node.left.name;
  }
  return null;
}

const holds = (outer: AnyNode, inner: AnyNode) => outer.start <= inner.start && inner.end <= outer.end;

/** The body of the function that it stands in; of the script where that is none. */
function around({ nodes, program }: Script, inner: AnyNode): AnyNode {
  // Outer ones stand before inner ones.
  const innermost = nodes.findLast((node) => isFunction(node) && holds(node, inner));
  return isFunction(innermost) ? innermost.body : program;
}

/** Other requests and sockets of the script. */
function listOthers(script: Script, sockets: readonly Opened[]): { readonly node: AnyNode; readonly flag: string }[] {
  const requests = script.nodes.flatMap((node) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return [];
    const { object, property } = node.callee;
    const sends =
      object.type === 'Identifier' && property.type === 'Identifier' && /^(http\.\w+|sse\.open)$/.test(`${object.name}.${property.name}`);
    return sends ? [{ node, flag: `${object.name}.${property.name}` }] : [];
  });
  return [...requests, ...sockets];
}

/** Loops that open it more than once, around it or around a call of its function. */
function listLoops(script: Script, socket: AnyNode): string[] {
  const names = [...listFunctions(script)].filter(([, node]) => holds(node, socket)).map(([name]) => name);
  const opens = script.nodes.filter(
    (node) => node === socket || (node.type === 'CallExpression' && node.callee.type === 'Identifier' && names.includes(node.callee.name)),
  );
  return script.nodes.flatMap((node) => {
    const repeats = /^(For|ForOf|ForIn|While|DoWhile)Statement$/.test(node.type) && opens.some((one) => holds(node, one));
    return repeats ? [node.type.startsWith('For') ? 'for' : 'while'] : [];
  });
}

function readParameters(
  script: Script,
  { parameters, protocols, flag }: Opened,
  request: RequestDraft,
  list: (flag: string, why: WhyUnmapped) => void,
) {
  const subprotocols = [...protocols];
  for (const [name, value] of listHeaders(script, parameters))
    if (/^sec-websocket-protocol$/i.test(name)) subprotocols.push(...value.split(',').map((one) => one.trim()));
    else if (/^sec-websocket-/i.test(name)) list(name, 'anyway');
    else request.header(`${name}: ${value}`);
  const fields = parameters && script.readObject(script.read(parameters));
  const compression = fields?.get('compression');
  for (const name of fields?.keys() ?? []) if (name !== 'headers' && name !== 'compression') list(`${flag} ${name}`, 'other');
  return { deflate: compression?.value === 'deflate', subprotocols: [...new Set(subprotocols)] };
}

interface Settled {
  readonly socket: SocketInput;
  /** Is there a way in which the plan closes it? */
  readonly ends: boolean;
  readonly notes: readonly string[];
}

/** What the acts come to in a plan; `list` gets the others. */
function settle(acts: readonly SocketAct[], list: (flag: string, why: WhyUnmapped) => void): Settled {
  const kept = new Set<SocketAct>();
  const take = (does: SocketAct['does'], at: SocketAct['when']['at']) =>
    acts.filter((act) => act.does === does && act.when.at === at && (does !== 'send' || isText(act.given)));
  const keep = (some: readonly SocketAct[]) => {
    for (const act of some) kept.add(act);
    return some.map(({ given }) => String(given));
  };
  const notes: string[] = [];
  const sends = settleSends({ opening: take('send', 'open'), timed: take('send', 'every'), answers: take('send', 'message') }, keep, notes);
  const [ping] = take('ping', 'every');
  if (ping) keep(take('ping', 'every').filter((one) => msOf(one) === msOf(ping)));
  const ending = settleEnd(acts, take, keep, Boolean(sends.messages));
  for (const act of acts) {
    if (kept.has(act) || act.does === 'sleep') continue;
    const computed = act.does === 'send' && act.when.at !== 'unclear' && !isText(act.given);
    list(act.flag, computed ? 'computed' : act.does === 'close' ? 'socketEnd' : act.does === 'other' ? 'other' : 'socketOrder');
  }
  return { socket: { ...sends, ...(ping && { ping: writeTime(msOf(ping)) }), ...ending }, ends: Object.keys(ending).length > 0, notes };
}

const isText = (given: unknown) => typeof given === 'string' || typeof given === 'number';
const msOf = ({ when }: SocketAct) => ('ms' in when ? when.ms : 0);
type Keep = (some: readonly SocketAct[]) => string[];

interface Sends {
  readonly opening: readonly SocketAct[];
  readonly timed: readonly SocketAct[];
  readonly answers: readonly SocketAct[];
}

function settleSends({ opening, timed, answers }: Sends, keep: Keep, notes: string[]): SocketInput {
  const [first] = timed;
  if (first) {
    const messages = keep(timed.filter((one) => msOf(one) === msOf(first)));
    const interval = writeTime(msOf(first));
    const each = writeTime(msOf(first) / messages.length);
    notes.push(importedWords.note.socketTicks({ interval }));
    if (messages.length > 1) notes.push(importedWords.note.socketSpread({ messages: formatCount(messages.length), interval, each }));
    return { messages, messageInterval: each, ...settleFirst(opening.slice(0, 1), keep, false) };
  }
  // Where the target speaks first, no message of ours answers one.
  if (answers.length > 0 && opening.length > 0) {
    const messages = keep(answers.slice(0, 1));
    const isSame = opening.every(({ given }) => String(given) === messages[0]);
    if (isSame) keep(opening.slice(0, 1));
    return { messages, afterAnswer: true, ...(isSame ? {} : settleFirst(opening.slice(0, 1), keep, true)) };
  }
  return opening.length > 0 ? { messages: keep(opening) } : {};
}

function settleFirst(opening: readonly SocketAct[], keep: Keep, firstAnswered: boolean): SocketInput {
  const [firstMessage] = keep(opening);
  return firstMessage ? { firstMessage, firstAnswered } : {};
}

function settleEnd(
  acts: readonly SocketAct[],
  take: (does: 'close' | 'sleep', at: SocketAct['when']['at']) => readonly SocketAct[],
  keep: Keep,
  sends: boolean,
): SocketInput {
  const atOnce = take('close', 'open');
  const [close] = atOnce;
  if (close) {
    keep(atOnce);
    // A script that sleeps before it closes keeps the connection open meanwhile.
    const slept = take('sleep', 'open').filter((one) => acts.indexOf(one) < acts.indexOf(close));
    const ms = slept.reduce((sum, { given }) => sum + (typeof given === 'number' ? given * 1000 : 0), 0);
    return sends && ms === 0 ? { messagesToReceive: 0 } : { closeAfter: writeTime(ms) };
  }
  const timed = take('close', 'after');
  const answered = take('close', 'message');
  keep([...timed, ...answered]);
  return {
    ...(timed.length > 0 && { closeAfter: writeTime(Math.min(...timed.map(msOf))) }),
    ...(answered.length > 0 && { messagesToReceive: 1 }),
  };
}
