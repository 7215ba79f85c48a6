/**
 * The values of a script's own names when its top level is done, found by walking its syntax tree. Nothing of it is ever run. What cannot be
 * known (the environment, the clock, chance, anything imported) is refused only where it is needed.
 */
import type { AnyNode, Expression, Program } from 'acorn';
import { ImportError } from '../import-error.ts';
import { Closure, findScope, isFields, listNodes, openScope, type Scope, Unread, type Walk } from './constant.ts';
import { evaluateExpression } from './constant-expression.ts';
import { bindPattern, hoistFunctions, runList, runStatement } from './constant-statement.ts';

/** Statements, rounds of loops and calls: a hundred stages take a few hundred. */
const mostSteps = 10_000;
/** Values beyond one for each node of the text: lists in loops could multiply them. */
const mostMoreValues = 20_000;
/** Expressions and calls in each other: far above what is written by hand, far below the stack. */
const deepest = 200;

interface Asked {
  readonly program: Program;
  readonly nodes: readonly AnyNode[];
  refuse(node: AnyNode): never;
  refuseLong(node: AnyNode): never;
  /** The one declaration of a name that stands inside of a function. */
  findInner(name: string): Expression | null;
}

export interface WalkedScript {
  readonly walk: Walk;
  /** The names of the top level. */
  readonly scope: Scope;
}

/** Throws ImportError where the script goes beyond the bounds, and on nothing else. */
export function walkScript({ program, nodes, refuse, refuseLong, findInner }: Asked): WalkedScript {
  let [steps, values, level] = [0, 0, 0];
  let ended: ImportError | null = null;
  const spoiled = new Map<unknown, ImportError>();
  const scope = openScope(null, true);
  let isDone = false;

  const walk: Walk = {
    refuse,
    refuseLong: (node) => {
      try {
        return refuseLong(node);
      } catch (error) {
        ended = error as ImportError;
        throw error;
      }
    },
    spend: (node) => {
      values += 1;
      if (values > nodes.length + mostMoreValues) walk.refuseLong(node);
    },
    step: (node) => {
      steps += 1;
      if (steps > mostSteps) walk.refuseLong(node);
    },
    deeper: (node, work) => {
      if (level >= deepest) return refuse(node);
      level += 1;
      try {
        return work();
      } finally {
        level -= 1;
      }
    },
    evaluate: (node, inner) => {
      walk.spend(node);
      return walk.deeper(node, () => evaluateExpression(walk, node, inner));
    },
    attempt: (node, inner) => giveUpOn(node, inner, () => walk.evaluate(node, inner)),
    call: ({ node, scope: around }, given, at) => {
      walk.step(at);
      if (node.async || node.generator) return refuse(at);
      const inner = openScope(around, true);
      node.params.forEach((pattern, index) => {
        bindPattern(walk, pattern, given[index], inner);
      });
      if (node.body.type !== 'BlockStatement') return walk.evaluate(node.body, inner);
      const ending = runList(walk, node.body.body, inner);
      return ending && typeof ending === 'object' ? ending.returned : undefined;
    },
    readElsewhere: (name, node) => {
      const meant = isDone ? findInner(name) : null;
      return meant ? walk.evaluate(meant, scope) : refuse(node);
    },
    settle: (value) => {
      const error = value instanceof Unread ? value.error : spoiled.get(value);
      if (error) throw error;
      return value;
    },
    spoil: (value, error) => {
      const waiting = [value];
      while (waiting.length > 0) {
        const one = waiting.pop();
        if (spoiled.has(one) || !(Array.isArray(one) || isFields(one))) continue;
        spoiled.set(one, error);
        waiting.push(...Object.values(one));
      }
    },
  };

  /** A node that cannot be followed to its end may have changed each name that it assigns, and each list or object. */
  const giveUpOn = (node: AnyNode, inner: Scope, attempt: () => unknown): unknown => {
    try {
      return attempt();
    } catch (error) {
      if (!(error instanceof ImportError) || ended) throw error;
      for (const { name, isAssigned } of listNames(node, inner)) {
        const owner = findScope(inner, name);
        if (isAssigned) (owner ?? scope).names.set(name, new Unread(error));
        else walk.spoil(owner?.names.get(name), error);
      }
      return new Unread(error);
    }
  };

  const statements = program.body.map((node) => (node.type === 'ExportNamedDeclaration' && node.declaration ? node.declaration : node));
  hoistFunctions(statements, scope);
  for (const node of statements) {
    if (node.type === 'VariableDeclaration')
      for (const declarator of node.declarations)
        giveUpOn(declarator, scope, () => runStatement(walk, { ...node, declarations: [declarator] }, scope));
    else if (!isUnread(node)) giveUpOn(node, scope, () => runStatement(walk, node, scope));
  }
  isDone = true;
  return { walk, scope };
}

/** Imports, the test function, and an object or a literal that stands by itself: they change no name. */
function isUnread(node: AnyNode): boolean {
  return /^(Import|Export)/.test(node.type) || (node.type === 'ExpressionStatement' && /^(Object|Literal)/.test(node.expression.type));
}

interface Mentioned {
  readonly name: string;
  /** Is it declared or assigned there? */
  readonly isAssigned: boolean;
}

/** Names in a piece of the script, and in the functions that it names. */
function listNames(root: AnyNode, scope: Scope): Mentioned[] {
  const assigned = new Set<string>();
  const named = new Set<string>();
  const seen = new Set<AnyNode>();
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    const nodes = listNodes(node);
    const keys = new Set(nodes.flatMap(listKeys));
    for (const one of nodes) {
      const places = placesOf(one);
      for (const place of places) for (const inner of listNodes(place)) if (inner.type === 'Identifier') assigned.add(inner.name);
      if (one.type !== 'Identifier' || keys.has(one) || named.has(one.name)) continue;
      named.add(one.name);
      const value = findScope(scope, one.name)?.names.get(one.name);
      if (value instanceof Closure) waiting.push(value.node);
    }
  }
  return [...new Set([...named, ...assigned])].map((name) => ({ name, isAssigned: assigned.has(name) }));
}

/** Words that are no names: `stages` of `options.stages` and of `{ stages: … }`. */
function listKeys(node: AnyNode): AnyNode[] {
  if (node.type === 'MemberExpression' && !node.computed) return [node.property];
  return node.type === 'Property' && !node.computed && !node.shorthand ? [node.key] : [];
}

function placesOf(node: AnyNode): AnyNode[] {
  if (node.type === 'VariableDeclarator') return [node.id];
  if (node.type === 'AssignmentExpression' && node.left.type !== 'MemberExpression') return [node.left];
  return node.type === 'UpdateExpression' && node.argument.type === 'Identifier' ? [node.argument] : [];
}
