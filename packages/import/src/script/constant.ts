/** The values of a script as far as they are known without running it: plain data, functions that are written out, and values that could not be read. */
import type { AnyNode, ArrowFunctionExpression, FunctionDeclaration, FunctionExpression } from 'acorn';
import type { ImportError } from '../import-error.ts';

export type FunctionNode = ArrowFunctionExpression | FunctionDeclaration | FunctionExpression;

/** A value that would have to be run for. Whoever needs it gets the error. */
export class Unread {
  readonly error: ImportError;
  constructor(error: ImportError) {
    this.error = error;
  }
}

export class Closure {
  readonly node: FunctionNode;
  readonly scope: Scope;
  constructor(node: FunctionNode, scope: Scope) {
    this.node = node;
    this.scope = scope;
  }
}

/** Without a prototype, so that `__proto__` is a name like any other. */
export type Fields = Record<string, unknown>;

export interface Scope {
  readonly names: Map<string, unknown>;
  readonly outer: Scope | null;
  /** Is it the place of what `var` declares inside of it? */
  readonly holdsVar: boolean;
}

/** The functions by which the parts of the walk call each other. */
export interface Walk {
  /** Counts one more value that is made of `node`; throws when there were too many. */
  spend(node: AnyNode): void;
  /** Counts one more statement, round or call; throws when there were too many. */
  step(node: AnyNode): void;
  /** Throws ImportError: `node` would have to be run. */
  refuse(node: AnyNode): never;
  /** Throws ImportError that ends the walk: `node` goes beyond its bounds. */
  refuseLong(node: AnyNode): never;
  /** Does it one level deeper; throws where that is too deep. */
  deeper<Result>(node: AnyNode, work: () => Result): Result;
  evaluate(node: AnyNode, scope: Scope): unknown;
  /** The value; of what cannot be known, Unread. */
  attempt(node: AnyNode, scope: Scope): unknown;
  call(closure: Closure, given: readonly unknown[], node: AnyNode): unknown;
  /** The value of a name that no scope has; throws where there is none. */
  readElsewhere(name: string, node: AnyNode): unknown;
  /** The value itself; throws where it is unread, or where a part of the script that cannot be known may have changed it. */
  settle(value: unknown): unknown;
  /** The value, of which a part of the script that cannot be known may have changed anything. */
  spoil(value: unknown, error: ImportError): void;
}

/** Lists that the walk makes, stages among them. */
export const mostListed = 1000;
/** As many characters has a text that is put together, at most. */
const mostCharacters = 200_000;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === null;
}

export function isPlain(value: unknown): value is string | number | boolean | null | undefined {
  return value === null || (typeof value !== 'object' && typeof value !== 'function');
}

export function makeFields(entries: Iterable<readonly [string, unknown]> = []): Fields {
  const fields = Object.create(null) as Fields;
  for (const [name, value] of entries) fields[name] = value;
  return fields;
}

export function findScope(scope: Scope, name: string): Scope | null {
  for (let at: Scope | null = scope; at; at = at.outer) if (at.names.has(name)) return at;
  return null;
}

export function openScope(outer: Scope | null, holdsVar = false): Scope {
  return { names: new Map(), outer, holdsVar };
}

/** A list that the walk made: throws where it is too long. */
export function keepList(walk: Walk, list: unknown[], node: AnyNode): unknown[] {
  return list.length > mostListed ? walk.refuseLong(node) : list;
}

/** A text that the walk puts together: throws where it is too long. */
export function joinTexts(walk: Walk, parts: readonly unknown[], node: AnyNode): string {
  const texts = parts.map((part) => (isPlain(part) ? String(part) : walk.refuse(node)));
  return texts.reduce((sum, text) => sum + text.length, 0) > mostCharacters ? walk.refuseLong(node) : texts.join('');
}

export function listNodes(root: AnyNode): AnyNode[] {
  const nodes: AnyNode[] = [];
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (Array.isArray(one)) waiting.push(...one.toReversed());
    else if (one !== null && typeof one === 'object' && 'type' in one && typeof one.type === 'string') {
      nodes.push(one as AnyNode);
      waiting.push(...Object.values(one).toReversed());
    }
  }
  return nodes;
}
