/** What the functions of a k6 script do with a WebSocket, and when: read from the syntax tree, never run. */
import type { AnyNode, CallExpression, Identifier, MemberExpression } from 'acorn';
import { ImportError } from '../import-error.ts';
import type { FunctionNode } from './constant.ts';
import type { Script } from './script-reader.ts';

/** `open`: as soon as it is open. `message`: when a message came. `every`, `after`: by a timer from the opening on. `unclear`: by anything else. */
type Moment =
  | { readonly at: 'open' | 'message' | 'unclear' }
  | { readonly at: 'every'; readonly ms: number }
  | { readonly at: 'after'; readonly ms: number };

export interface SocketAct {
  readonly does: 'send' | 'ping' | 'close' | 'sleep' | 'other';
  /** `socket.send`, as the script has it. */
  readonly flag: string;
  readonly when: Moment;
  /** The value of its first argument; undefined where that would have to be computed. */
  readonly given: unknown;
}

const unclear: Moment = { at: 'unclear' };
/** What stands in them is done or not, once or more often. */
const branches =
  /^(If|For|ForIn|ForOf|While|DoWhile|Switch)Statement$|^(Conditional|Logical)Expression$|^CatchClause$|^(Function|ArrowFunction)Expression$/;
const deeds = ['send', 'ping', 'close'] as const;
const doesOf = (method: string) => deeds.find((deed) => deed === method) ?? 'other';

/** All of it in the order of the text. `name`: what the script calls the socket where `body` begins. */
export function listSocketActs(script: Script, body: AnyNode, name: string): SocketAct[] {
  const acts: SocketAct[] = [];
  const names = new Set([name]);
  const functions = listFunctions(script);
  const seen = new Set<AnyNode>();

  const isOfSocket = (node: AnyNode): node is MemberExpression & { object: Identifier; property: Identifier } =>
    node.type === 'MemberExpression' &&
    !node.computed &&
    node.object.type === 'Identifier' &&
    names.has(node.object.name) &&
    node.property.type === 'Identifier';
  const add = (does: SocketAct['does'], flag: string, when: Moment, given?: AnyNode) =>
    acts.push({ does, flag, when, given: given && readKnown(script, given) });

  /** Goes into a function of the script. One that was read before is not read again: what it does twice is not known. */
  const enter = (node: AnyNode | undefined, flag: string, when: Moment, given: readonly AnyNode[] = []) => {
    const called = node?.type === 'Identifier' ? functions.get(node.name) : node;
    if (!isFunction(called) || seen.has(called)) {
      if (node) add('other', flag, when);
      return;
    }
    seen.add(called);
    called.params.forEach((pattern, index) => {
      const one = given[index];
      if (pattern.type === 'Identifier' && one?.type === 'Identifier' && names.has(one.name)) names.add(pattern.name);
    });
    visit(called.body, when);
  };

  const call = (node: CallExpression, when: Moment): void => {
    const { callee, arguments: given } = node;
    const method = isOfSocket(callee) ? callee.property.name : null;
    const plain = callee.type === 'Identifier' ? callee.name : null;
    const [first, second] = given;
    const flag = isOfSocket(callee) ? `${callee.object.name}.${method}` : (plain ?? '');
    const timer = method ?? (plain !== null && !functions.has(plain) ? plain : null);
    if (timer === 'setInterval' || timer === 'setTimeout')
      enter(first, flag, momentOfTimer(timer, second && readKnown(script, second), when));
    else if (method === 'on' || method === 'addEventListener') listen(first && readKnown(script, first), second, flag, when);
    else if (method !== null) add(doesOf(method), flag, when, first);
    else if (plain === 'sleep') add('sleep', flag, when, first);
    else if (plain === 'group') enter(second, flag, when);
    else if (plain !== null && functions.has(plain) && mayTouch(functions.get(plain), given)) enter(callee, flag, when, given);
    else for (const one of listChildren(node)) visit(one, when);
  };

  /** Can it reach the socket, by its arguments or by its name? */
  const mayTouch = (called: FunctionNode | undefined, given: readonly AnyNode[]) =>
    given.some((one) => one.type === 'Identifier' && names.has(one.name)) ||
    (called !== undefined && body.start <= called.start && called.end <= body.end);

  const listen = (event: unknown, handler: AnyNode | undefined, flag: string, when: Moment) => {
    // Nothing of the connection follows its end.
    if (event !== 'close' && event !== 'error') enter(handler, flag, momentOfEvent(event, when));
  };

  const visit = (node: AnyNode, when: Moment): void => {
    if (node.type === 'FunctionDeclaration' || (node.type === 'VariableDeclarator' && isFunction(node.init))) return;
    if (node.type === 'CallExpression') call(node, when);
    else if (node.type === 'AssignmentExpression' && isOfSocket(node.left) && node.left.property.name.startsWith('on')) {
      const { object, property } = node.left;
      listen(property.name.slice(2), node.right, `${object.name}.${property.name}`, when);
    } else for (const one of listChildren(node)) visit(one, branches.test(node.type) ? unclear : when);
  };

  visit(body, { at: 'open' });
  return acts;
}

function momentOfEvent(event: unknown, when: Moment): Moment {
  if (when.at !== 'open') return unclear;
  if (event === 'open') return when;
  return event === 'message' || event === 'binaryMessage' ? { at: 'message' } : unclear;
}

function momentOfTimer(timer: 'setInterval' | 'setTimeout', ms: unknown, when: Moment): Moment {
  if (typeof ms !== 'number' || !(ms >= 0)) return unclear;
  if (timer === 'setInterval') return when.at === 'open' ? { at: 'every', ms } : unclear;
  if (when.at === 'open') return { at: 'after', ms };
  return when.at === 'after' ? { at: 'after', ms: when.ms + ms } : unclear;
}

/** Undefined: it would have to be computed. */
export function readKnown(script: Script, node: AnyNode): unknown {
  try {
    return script.readValue(script.read(node));
  } catch (error) {
    if (error instanceof ImportError) return undefined;
    throw error;
  }
}

export function isFunction(node: AnyNode | null | undefined): node is FunctionNode {
  return node?.type === 'FunctionDeclaration' || node?.type === 'FunctionExpression' || node?.type === 'ArrowFunctionExpression';
}

/** Functions that have a name, by it. */
export function listFunctions({ nodes }: Script): ReadonlyMap<string, FunctionNode> {
  const functions = new Map<string, FunctionNode>();
  for (const node of nodes) {
    if (node.type === 'FunctionDeclaration' && node.id) functions.set(node.id.name, node as FunctionNode);
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && isFunction(node.init))
      functions.set(node.id.name, node.init);
  }
  return functions;
}

function listChildren(node: AnyNode): AnyNode[] {
  return Object.values(node)
    .flat()
    .filter((one): one is AnyNode => one !== null && typeof one === 'object' && 'type' in one && typeof one.type === 'string');
}
