/** Statements whose effect on the script's names is known without running anything: declarations, loops over constants, and returns. */
import type { AnyNode, ForOfStatement, ForStatement, Pattern, Statement, VariableDeclaration } from 'acorn';
import { Closure, isFields, openScope, type Scope, type Walk } from './constant.ts';

/** How a statement ends: `null` goes on with the next one. */
export type Ending = null | 'break' | 'continue' | { readonly returned: unknown };

/** Throws ImportError where what follows cannot be known. */
export function runStatement(walk: Walk, node: AnyNode, scope: Scope): Ending {
  walk.step(node);
  return walk.deeper(node, () => runOne(walk, node, scope));
}

function runOne(walk: Walk, node: AnyNode, scope: Scope): Ending {
  switch (node.type) {
    case 'EmptyStatement':
    case 'FunctionDeclaration':
      return null;
    case 'VariableDeclaration':
      return declare(walk, node, scope);
    case 'ExpressionStatement':
      walk.evaluate(node.expression, scope);
      return null;
    case 'BlockStatement':
      return runList(walk, node.body, openScope(scope));
    case 'IfStatement': {
      const taken = walk.evaluate(node.test, scope) ? node.consequent : node.alternate;
      return taken ? runStatement(walk, taken, scope) : null;
    }
    case 'WhileStatement':
      return loop(walk, node.body, scope, () => Boolean(walk.evaluate(node.test, scope)));
    case 'DoWhileStatement': {
      let isFirst = true;
      return loop(walk, node.body, scope, () => {
        const goesOn = isFirst || Boolean(walk.evaluate(node.test, scope));
        isFirst = false;
        return goesOn;
      });
    }
    case 'ForStatement':
      return runFor(walk, node, openScope(scope));
    case 'ForOfStatement':
      return runForOf(walk, node, scope);
    case 'BreakStatement':
      return node.label ? walk.refuse(node) : 'break';
    case 'ContinueStatement':
      return node.label ? walk.refuse(node) : 'continue';
    case 'ReturnStatement':
      return { returned: node.argument ? walk.evaluate(node.argument, scope) : undefined };
    default:
      return walk.refuse(node);
  }
}

export function runList(walk: Walk, statements: readonly Statement[], scope: Scope): Ending {
  hoistFunctions(statements, scope);
  for (const statement of statements) {
    const ending = runStatement(walk, statement, scope);
    if (ending) return ending;
  }
  return null;
}

/** A function can be called above its text. */
export function hoistFunctions(statements: readonly AnyNode[], scope: Scope): void {
  for (const node of statements) {
    if (node.type === 'FunctionDeclaration' && node.id) scope.names.set(node.id.name, new Closure(node, scope));
  }
}

function declare(walk: Walk, { kind, declarations }: VariableDeclaration, scope: Scope): null {
  let owner = scope;
  while (kind === 'var' && !owner.holdsVar && owner.outer) owner = owner.outer;
  for (const { id, init } of declarations) bindPattern(walk, id, init ? walk.evaluate(init, scope) : undefined, owner);
  return null;
}

/** Throws ImportError where the value has another shape than the names. */
export function bindPattern(walk: Walk, pattern: Pattern, value: unknown, scope: Scope): null {
  switch (pattern.type) {
    case 'Identifier':
      scope.names.set(pattern.name, value);
      return null;
    case 'AssignmentPattern':
      return bindPattern(walk, pattern.left, value === undefined ? walk.evaluate(pattern.right, scope) : value, scope);
    case 'ArrayPattern': {
      const list = walk.settle(value);
      if (!Array.isArray(list)) return walk.refuse(pattern);
      for (const [index, one] of pattern.elements.entries()) if (one) bindPattern(walk, one, list[index], scope);
      return null;
    }
    case 'ObjectPattern': {
      const fields = walk.settle(value);
      if (!isFields(fields)) return walk.refuse(pattern);
      for (const one of pattern.properties) {
        if (one.type !== 'Property' || one.computed || one.key.type !== 'Identifier') return walk.refuse(one);
        bindPattern(walk, one.value, fields[one.key.name], scope);
      }
      return null;
    }
    default:
      return walk.refuse(pattern);
  }
}

/** `goesOn` is asked before each round, `after` is done behind it. */
function loop(walk: Walk, body: AnyNode, scope: Scope, goesOn: () => boolean, after?: () => void): Ending {
  while (goesOn()) {
    const ending = runStatement(walk, body, scope);
    if (ending === 'break') return null;
    if (ending && ending !== 'continue') return ending;
    after?.();
  }
  return null;
}

function runFor(walk: Walk, { init, test, update, body }: ForStatement, scope: Scope): Ending {
  if (init?.type === 'VariableDeclaration') declare(walk, init, scope);
  else if (init) walk.evaluate(init, scope);
  const goesOn = () => !test || Boolean(walk.evaluate(test, scope));
  return loop(walk, body, scope, goesOn, () => update && walk.evaluate(update, scope));
}

function runForOf(walk: Walk, { left, right, body, await: waits }: ForOfStatement, scope: Scope): Ending {
  const list = walk.settle(walk.evaluate(right, scope));
  const pattern = left.type === 'VariableDeclaration' ? left.declarations[0]?.id : left;
  if (!Array.isArray(list) || waits || !pattern) return walk.refuse(right);
  const values = list.values();
  const inner = openScope(scope);
  return loop(walk, body, inner, () => {
    const { done, value } = values.next();
    if (!done) bindPattern(walk, pattern, value, inner);
    return !done;
  });
}
