/** JavaScript that is read, never run: literals, and names that stand for them. */
import { refusal } from '@plimsoll/contracts/refusal';
import { type AnyNode, type Expression, type ObjectExpression, type Program, parse, type SpreadElement } from 'acorn';
import { ImportError } from '../import-error.ts';

export interface Script {
  readonly program: Program;
  /** Every node, in the order of the text. */
  readonly nodes: readonly AnyNode[];
  /** What a name was declared as; null where the name was declared more than once. */
  findDeclared(name: string): Expression | null;
  /** A literal's value, also of sums of literals and of `__ENV.NAME || literal`. Throws ImportError on what would have to be run. */
  readValue(node: Expression | SpreadElement): unknown;
  /** The properties of an object that is written out; values are read one by one, so that one that cannot be does no harm. */
  readObject(node: Expression): ReadonlyMap<string, Expression> | null;
}

/** Throws ImportError where the text is no JavaScript. */
export function readScript(text: string): Script {
  // An object, or the inside of one, is no program by itself.
  const inside = /^\s*(["']?\w+["']?)\s*:/.test(text);
  const wrapped = inside ? `({${text}\n})` : /^\s*\{/.test(text) ? `(${text.replace(/;\s*$/, '')}\n)` : text;
  const shift = inside ? 2 : wrapped === text ? 0 : 1;
  const placeOf = ({ line, column }: { line: number; column: number }) => ({ line, column: column + 1 - (line === 1 ? shift : 0) });
  let program: Program;
  try {
    program = parse(wrapped, { ecmaVersion: 'latest', sourceType: 'module', locations: true });
  } catch (error) {
    const { loc } = error as { loc?: { line: number; column: number } };
    throw new ImportError(refusal('script_unreadable', placeOf(loc ?? { line: 1, column: shift })));
  }
  const nodes = listNodes(program);
  const declared = new Map<string, Expression | null>();
  for (const node of nodes)
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init)
      declared.set(node.id.name, declared.has(node.id.name) ? null : node.init);
  const refuse = (node: AnyNode): never => {
    const code = wrapped.slice(node.start, node.end).replace(/\s+/g, ' ');
    throw new ImportError(
      refusal('script_not_written_out', {
        ...placeOf(node.loc?.start ?? { line: 1, column: shift }),
        code: code.length > 60 ? `${code.slice(0, 59)}…` : code,
      }),
    );
  };
  let reads = 0;
  const spend = () => {
    reads += 1;
    return reads <= mostReads;
  };
  const findDeclared = (name: string) => declared.get(name) ?? null;
  const readObject = (node: Expression, level = 0): Map<string, Expression> | null => {
    if (!spend()) return refuse(node);
    if (node.type === 'Identifier' && level < 20) {
      const meant = findDeclared(node.name);
      return meant && readObject(meant, level + 1);
    }
    return node.type === 'ObjectExpression' ? listProperties(node, (inner) => readObject(inner, level + 1)) : null;
  };
  return {
    program,
    nodes,
    findDeclared,
    readObject,
    readValue: (node) => readLiteral(node, { spend, refuse, findDeclared, readObject }, 0),
  };
}

function listProperties(
  node: ObjectExpression,
  spread: (inner: Expression) => Map<string, Expression> | null,
): Map<string, Expression> | null {
  const properties = new Map<string, Expression>();
  for (const property of node.properties) {
    if (property.type === 'SpreadElement') {
      const inner = spread(property.argument);
      if (!inner) return null;
      for (const [name, value] of inner) properties.set(name, value);
      continue;
    }
    const { key, value } = property;
    const name = key.type === 'Identifier' && !property.computed ? key.name : key.type === 'Literal' ? String(key.value) : null;
    if (name === null) return null;
    properties.set(name, value as Expression);
  }
  return properties;
}

/** More values or characters than these are not read: names that stand for each other could multiply them. */
const mostReads = 20_000;
const mostCharacters = 200_000;

interface Reading {
  /** Counts one more value; false when there were too many. */
  spend(): boolean;
  refuse(node: AnyNode): never;
  findDeclared(name: string): Expression | null;
  readObject(node: Expression): ReadonlyMap<string, Expression> | null;
}

function readLiteral(node: Expression | SpreadElement, reading: Reading, level: number): unknown {
  const read = (inner: Expression | SpreadElement) => readLiteral(inner, reading, level + 1);
  // A name that stands for itself has no end.
  if (level > 50 || !reading.spend()) return reading.refuse(node);
  switch (node.type) {
    case 'Literal':
      return node.value;
    case 'Identifier': {
      const meant = reading.findDeclared(node.name);
      return meant ? read(meant) : reading.refuse(node);
    }
    case 'ArrayExpression':
      return node.elements.map((one) => (one ? read(one) : null));
    case 'ObjectExpression': {
      const properties = reading.readObject(node);
      return properties ? Object.fromEntries([...properties].map(([name, value]) => [name, read(value)])) : reading.refuse(node);
    }
    case 'TemplateLiteral': {
      const parts = node.quasis.map(({ value }, index) => {
        const inner = node.expressions[index];
        return `${value.cooked ?? ''}${inner ? read(inner) : ''}`;
      });
      return parts.reduce((text, part) => text + part.length, 0) > mostCharacters ? reading.refuse(node) : parts.join('');
    }
    case 'UnaryExpression':
      return node.operator === '-' ? -Number(read(node.argument)) : reading.refuse(node);
    case 'BinaryExpression':
      return calculate(node.operator, read(node.left as Expression), read(node.right)) ?? reading.refuse(node);
    case 'LogicalExpression':
      return isEnvironment(node.left) && (node.operator === '||' || node.operator === '??') ? read(node.right) : reading.refuse(node);
    case 'CallExpression':
      // JSON.stringify of what is written out is written out, too.
      return isCallOf(node.callee, 'JSON', 'stringify') && node.arguments[0]
        ? JSON.stringify(read(node.arguments[0]))
        : reading.refuse(node);
    default:
      return reading.refuse(node);
  }
}

function calculate(operator: string, left: unknown, right: unknown): string | number | null {
  if (operator === '+' && (typeof left === 'string' || typeof right === 'string')) {
    const text = `${left}${right}`;
    return text.length > mostCharacters ? null : text;
  }
  if (typeof left !== 'number' || typeof right !== 'number') return null;
  if (operator === '+') return left + right;
  if (operator === '-') return left - right;
  if (operator === '*') return left * right;
  return operator === '/' ? left / right : null;
}

function isEnvironment(node: AnyNode): boolean {
  return node.type === 'MemberExpression' && node.object.type === 'Identifier' && node.object.name === '__ENV';
}

/** Is it `object.property`? */
export function isCallOf(node: AnyNode, object: string, property: string): boolean {
  return (
    node.type === 'MemberExpression' &&
    node.object.type === 'Identifier' &&
    node.object.name === object &&
    node.property.type === 'Identifier' &&
    node.property.name === property
  );
}

function listNodes(root: AnyNode): AnyNode[] {
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
