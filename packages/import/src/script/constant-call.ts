/** Calls whose result is known without running anything: functions that are written out, and a few of JavaScript's own. */
import type { AnyNode, CallExpression, NewExpression } from 'acorn';
import { Closure, findScope, isFields, isPlain, joinTexts, keepList, makeFields, type Scope, type Walk } from './constant.ts';

type Own = (walk: Walk, given: readonly unknown[], node: AnyNode) => unknown;

/** `given[0]` as a function of the script that is called for each one. */
const callback: (walk: Walk, given: readonly unknown[], node: AnyNode) => (...values: unknown[]) => unknown = (walk, [called], node) =>
  called instanceof Closure ? (...values) => walk.call(called, values, node) : () => walk.refuse(node);

const ofLists: Readonly<Record<string, (list: unknown[], ...rest: Parameters<Own>) => unknown>> = {
  push: (list, walk, given, node) => {
    list.push(...given);
    return keepList(walk, list, node).length;
  },
  unshift: (list, walk, given, node) => {
    list.unshift(...given);
    return keepList(walk, list, node).length;
  },
  concat: (list, walk, given, node) => keepList(walk, list.concat(...given), node),
  map: (list, walk, given, node) => list.map(callback(walk, given, node)),
  forEach: (list, walk, given, node) => list.forEach(callback(walk, given, node)),
  filter: (list, walk, given, node) => list.filter(callback(walk, given, node)),
  flatMap: (list, walk, given, node) => keepList(walk, list.flatMap(callback(walk, given, node)), node),
  flat: (list, walk, _given, node) => keepList(walk, list.flat(), node),
  reduce: (list, walk, given, node) => {
    const called = callback(walk, given, node);
    return given.length > 1 ? list.reduce((sum, one, index) => called(sum, one, index), given[1]) : walk.refuse(node);
  },
  slice: (list, walk, given, node) =>
    given.every((one) => typeof one === 'number') ? list.slice(...(given as number[])) : walk.refuse(node),
  reverse: (list) => list.reverse(),
  fill: (list, _walk, [value]) => list.fill(value),
  keys: (list) => list.map((_one, index) => index),
  join: (list, walk, [between = ','], node) =>
    [...list, between].every(isPlain)
      ? joinTexts(
          walk,
          list.flatMap((one, index) => (index ? [between, one] : [one])),
          node,
        )
      : walk.refuse(node),
};

const ofNumbers: Readonly<Record<string, (value: number, digits: number) => string>> = {
  toFixed: (value: number, digits) => value.toFixed(digits),
  toString: (value: number) => value.toString(),
};

const mathNames = new Set(['round', 'floor', 'ceil', 'trunc', 'abs', 'min', 'max', 'pow', 'sqrt', 'log', 'log2', 'log10', 'exp']);

const fieldsOf: (walk: Walk, value: unknown, node: AnyNode) => Readonly<Record<string, unknown>> = (walk, value, node) =>
  isFields(value) ? value : walk.refuse(node);

const convert: (change: (text: string | number) => unknown) => Own =
  (change) =>
  (walk, [value], node) =>
    typeof value === 'string' || typeof value === 'number' ? change(value) : walk.refuse(node);

const makeList: Own = (walk, given, node) => {
  const [length] = given;
  if (given.length !== 1 || typeof length !== 'number') return keepList(walk, [...given], node);
  return new Array(countOf(walk, length, node)).fill(undefined);
};

const globals: Readonly<Record<string, Own>> = {
  Array: makeList,
  Number: convert(Number),
  String: convert(String),
  parseInt: convert((text) => Number.parseInt(String(text), 10)),
  parseFloat: convert((text) => Number.parseFloat(String(text))),
  'Array.from': (walk, [source, ...mapped], node) => {
    const list = Array.isArray(source) ? [...source] : new Array(countOf(walk, fieldsOf(walk, source, node).length, node)).fill(undefined);
    return mapped.length > 0 ? list.map((one, index) => callback(walk, mapped, node)(one, index)) : list;
  },
  'Object.keys': (walk, [value], node) => Object.keys(fieldsOf(walk, value, node)),
  'Object.values': (walk, [value], node) => Object.values(fieldsOf(walk, value, node)),
  'Object.entries': (walk, [value], node) => Object.entries(fieldsOf(walk, value, node)),
  'Object.fromEntries': (walk, [list], node) =>
    Array.isArray(list) && list.every((one) => Array.isArray(one) && one.length === 2 && isPlain(one[0]))
      ? makeFields(list.map(([name, value]) => [String(name), value]))
      : walk.refuse(node),
  'Object.assign': (walk, [target, ...sources], node) => {
    const changed = fieldsOf(walk, target, node);
    return Object.assign(changed, ...sources.map((source) => fieldsOf(walk, source, node)));
  },
};

/** Names of JavaScript's own whose results have methods that are known, too. */
const chained = new Set(['Array', 'Object', 'Math', 'Number', 'String', 'parseInt', 'parseFloat']);

function countOf(walk: Walk, length: unknown, node: AnyNode): number {
  if (typeof length !== 'number' || !Number.isInteger(length) || length < 0) return walk.refuse(node);
  return keepCount(walk, length, node);
}

function keepCount(walk: Walk, length: number, node: AnyNode): number {
  // Judged before the list is made.
  keepList(walk, { length } as unknown[], node);
  return length;
}

/** `writeJson`: JSON.stringify, which reads its value to the ground. */
export function evaluateCall(
  walk: Walk,
  node: CallExpression | NewExpression,
  scope: Scope,
  listGiven: () => unknown[],
  writeJson: (value: unknown, node: AnyNode) => string,
): unknown {
  const { callee } = node;
  walk.step(node);
  const name = nameOf(callee);
  const isGlobal = name !== null && !findScope(scope, name.split('.')[0] ?? '');
  // Printing changes nothing.
  if (isGlobal && name.startsWith('console.')) return undefined;
  if (isGlobal && name === 'JSON.stringify') {
    const [value] = listGiven();
    return writeJson(value, node);
  }
  const own = isGlobal && Object.hasOwn(globals, name) ? globals[name] : undefined;
  if (own) return own(walk, listGiven(), node);
  if (isGlobal && name.startsWith('Math.') && mathNames.has(name.slice(5))) {
    const numbers = listGiven();
    return numbers.every((one) => typeof one === 'number')
      ? (Math[name.slice(5) as 'max'] as (...values: number[]) => number)(...(numbers as number[]))
      : walk.refuse(node);
  }
  // The whole call says more than the name of what is not known.
  const root = rootOf(callee);
  const isUnknown = root.type === 'Identifier' && !findScope(scope, root.name) && (name !== null || !chained.has(root.name));
  if (node.type === 'NewExpression' || isUnknown) return walk.refuse(node);
  if (callee.type === 'MemberExpression' && !callee.computed && callee.property.type === 'Identifier')
    return callMethod(walk, walk.settle(walk.evaluate(callee.object, scope)), callee.property.name, listGiven, node);
  if (callee.type !== 'Identifier' && callee.type !== 'ArrowFunctionExpression' && callee.type !== 'FunctionExpression')
    return walk.refuse(node);
  const called = walk.settle(walk.evaluate(callee, scope));
  return called instanceof Closure ? walk.call(called, listGiven(), node) : walk.refuse(node);
}

function callMethod(walk: Walk, value: unknown, method: string, listGiven: () => unknown[], node: AnyNode): unknown {
  if (Array.isArray(value) && Object.hasOwn(ofLists, method)) return ofLists[method]?.(value, walk, listGiven(), node);
  if (typeof value === 'number' && Object.hasOwn(ofNumbers, method)) {
    const [digits = 0] = listGiven();
    return typeof digits === 'number' && digits >= 0 && digits <= 20 ? ofNumbers[method]?.(value, digits) : walk.refuse(node);
  }
  const called = isFields(value) && Object.hasOwn(value, method) ? walk.settle(value[method]) : null;
  return called instanceof Closure ? walk.call(called, listGiven(), node) : walk.refuse(node);
}

/** `Date` of `new Date().getHours`. */
function rootOf(node: AnyNode): AnyNode {
  if (node.type === 'MemberExpression') return rootOf(node.object);
  return node.type === 'CallExpression' || node.type === 'NewExpression' ? rootOf(node.callee) : node;
}

/** `name` or `object.property`. */
function nameOf(node: AnyNode): string | null {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'MemberExpression' && !node.computed && node.object.type === 'Identifier' && node.property.type === 'Identifier'
    ? `${node.object.name}.${node.property.name}`
    : null;
}
