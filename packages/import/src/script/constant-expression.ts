/** Expressions whose value is known without running anything. */
import type {
  AnyNode,
  AssignmentExpression,
  CallExpression,
  MemberExpression,
  NewExpression,
  ObjectExpression,
  UpdateExpression,
} from 'acorn';
import { Closure, findScope, isFields, isPlain, joinTexts, keepList, makeFields, type Scope, type Walk } from './constant.ts';
import { evaluateCall } from './constant-call.ts';

/** The value; parts of an object that would have to be run are Unread in it. Throws ImportError where the whole would have to be. */
export function evaluateExpression(walk: Walk, node: AnyNode, scope: Scope): unknown {
  const read = (inner: AnyNode) => walk.evaluate(inner, scope);
  switch (node.type) {
    case 'Literal':
      return isPlain(node.value) ? node.value : walk.refuse(node);
    case 'Identifier': {
      if (node.name === 'undefined') return undefined;
      const found = findScope(scope, node.name);
      return walk.settle(found ? found.names.get(node.name) : walk.readElsewhere(node.name, node));
    }
    case 'ArrayExpression':
      return listItems(walk, node.elements, scope, node);
    case 'ObjectExpression':
      return makeObject(walk, node, scope);
    case 'TemplateLiteral':
      return joinTexts(
        walk,
        node.quasis.flatMap(({ value }, index) => {
          const inner = node.expressions[index];
          return inner ? [value.cooked ?? '', read(inner)] : [value.cooked ?? ''];
        }),
        node,
      );
    case 'UnaryExpression':
      return invert(walk, node.operator, read(node.argument), node);
    case 'BinaryExpression':
      return calculate(walk, node.operator, read(node.left), read(node.right), node);
    case 'LogicalExpression': {
      // Without the environment's value, its fallback.
      const left = isEnvironment(node.left) && node.operator !== '&&' ? undefined : read(node.left);
      const goesOn = node.operator === '&&' ? Boolean(left) : node.operator === '||' ? !left : left === null || left === undefined;
      return goesOn ? read(node.right) : left;
    }
    case 'ConditionalExpression':
      return read(node.test) ? read(node.consequent) : read(node.alternate);
    case 'SequenceExpression':
      return node.expressions.map(read).at(-1);
    case 'ParenthesizedExpression':
      return read(node.expression);
    case 'MemberExpression': {
      if (isEnvironment(node)) return walk.refuse(node);
      const owner = walk.settle(read(node.object));
      return walk.settle(readMember(walk, owner, keyOf(walk, node, scope), node));
    }
    case 'AssignmentExpression':
      return assign(walk, node, scope);
    case 'UpdateExpression':
      return update(walk, node, scope);
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return node.async || node.generator ? walk.refuse(node) : new Closure(node, scope);
    case 'CallExpression':
    case 'NewExpression':
      return call(walk, node, scope);
    default:
      return walk.refuse(node);
  }
}

function call(walk: Walk, node: CallExpression | NewExpression, scope: Scope): unknown {
  const listGiven = () => listItems(walk, node.arguments, scope, node);
  return evaluateCall(walk, node, scope, listGiven, (value, at) => JSON.stringify(readDeep(walk, value, at)) ?? walk.refuse(at));
}

function listItems(walk: Walk, items: readonly (AnyNode | null)[], scope: Scope, node: AnyNode): unknown[] {
  const spreads = items.some((item) => item?.type === 'SpreadElement');
  const list = items.flatMap((item) => {
    if (item?.type !== 'SpreadElement') return [item ? walk.evaluate(item, scope) : null];
    const inner = walk.settle(walk.evaluate(item.argument, scope));
    return Array.isArray(inner) ? inner : walk.refuse(item.argument);
  });
  return spreads ? keepList(walk, list, node) : list;
}

function makeObject(walk: Walk, node: ObjectExpression, scope: Scope): unknown {
  const fields = makeFields();
  for (const property of node.properties) {
    if (property.type === 'SpreadElement') {
      const inner = walk.settle(walk.evaluate(property.argument, scope));
      Object.assign(fields, isFields(inner) ? inner : walk.refuse(property.argument));
      continue;
    }
    const { key, value } = property;
    if (property.kind !== 'init') return walk.refuse(property);
    const written = property.computed ? walk.evaluate(key, scope) : key.type === 'Identifier' ? key.name : walk.evaluate(key, scope);
    fields[isPlain(written) ? String(written) : walk.refuse(key)] = walk.attempt(value, scope);
  }
  return fields;
}

function keyOf(walk: Walk, { property, computed }: MemberExpression, scope: Scope): string | number {
  if (!computed) return property.type === 'Identifier' ? property.name : walk.refuse(property);
  const key = walk.evaluate(property, scope);
  return typeof key === 'string' || typeof key === 'number' ? key : walk.refuse(property);
}

function readMember(walk: Walk, owner: unknown, key: string | number, node: AnyNode): unknown {
  if (Array.isArray(owner) || typeof owner === 'string') {
    if (key === 'length') return owner.length;
    return typeof key === 'number' ? owner[key] : walk.refuse(node);
  }
  if (!isFields(owner)) return walk.refuse(node);
  return owner[key];
}

function assign(walk: Walk, { left, right, operator }: AssignmentExpression, scope: Scope): unknown {
  if (left.type !== 'Identifier' && left.type !== 'MemberExpression') return walk.refuse(left);
  const value = () => walk.evaluate(right, scope);
  if (operator === '=') return store(walk, left, value(), scope);
  if (!/^[-+*/%]=$|^\*\*=$/.test(operator)) return walk.refuse(left);
  return store(walk, left, calculate(walk, operator.slice(0, -1), walk.evaluate(left, scope), value(), right), scope);
}

function update(walk: Walk, { argument, operator, prefix }: UpdateExpression, scope: Scope): unknown {
  const before = walk.evaluate(argument, scope);
  if (typeof before !== 'number') return walk.refuse(argument);
  const after = operator === '++' ? before + 1 : before - 1;
  store(walk, argument, after, scope);
  return prefix ? after : before;
}

function store(walk: Walk, place: AnyNode, value: unknown, scope: Scope): unknown {
  if (place.type === 'Identifier') {
    // A name that nobody declared belongs to the whole script.
    let owner = findScope(scope, place.name) ?? scope;
    if (!owner.names.has(place.name)) while (owner.outer) owner = owner.outer;
    owner.names.set(place.name, value);
    return value;
  }
  if (place.type !== 'MemberExpression') return walk.refuse(place);
  const owner = walk.settle(walk.evaluate(place.object, scope));
  const key = keyOf(walk, place, scope);
  if (isFields(owner)) owner[key] = value;
  else if (Array.isArray(owner) && typeof key === 'number' && Number.isInteger(key) && key >= 0 && key <= owner.length) {
    owner[key] = value;
    keepList(walk, owner, place);
  } else return walk.refuse(place);
  return value;
}

function invert(walk: Walk, operator: string, value: unknown, node: AnyNode): unknown {
  if (operator === '!') return !value;
  if (typeof value !== 'number' && typeof value !== 'string') return walk.refuse(node);
  return operator === '-' ? -Number(value) : operator === '+' ? Number(value) : walk.refuse(node);
}

const sums: Readonly<Record<string, (left: number, right: number) => number | boolean>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
  '**': (left, right) => left ** right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
};

function calculate(walk: Walk, operator: string, left: unknown, right: unknown, node: AnyNode): unknown {
  if (!isPlain(left) || !isPlain(right)) return walk.refuse(node);
  if (operator === '===') return left === right;
  if (operator === '!==') return left !== right;
  if (operator === '+' && (typeof left === 'string' || typeof right === 'string')) return joinTexts(walk, [left, right], node);
  if (typeof left !== typeof right) return walk.refuse(node);
  if (operator === '==') return left === right;
  if (operator === '!=') return left !== right;
  return typeof left === 'number' && typeof right === 'number' && sums[operator] ? sums[operator](left, right) : walk.refuse(node);
}

function isEnvironment(node: AnyNode): boolean {
  return node.type === 'MemberExpression' && node.object.type === 'Identifier' && node.object.name === '__ENV';
}

/** Nothing that is written out is nested deeper; what holds itself has no end. */
const deepest = 50;

/** The value with everything in it. Throws ImportError where a part would have to be run. */
export function readDeep(walk: Walk, value: unknown, node: AnyNode, level = 0): unknown {
  const settled = walk.settle(value);
  if (level > deepest || settled instanceof Closure) return walk.refuse(node);
  walk.spend(node);
  if (Array.isArray(settled)) return settled.map((one) => readDeep(walk, one, node, level + 1));
  if (!isFields(settled)) return settled;
  return Object.fromEntries(Object.entries(settled).map(([name, one]) => [name, readDeep(walk, one, node, level + 1)]));
}
