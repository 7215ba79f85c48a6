/** JavaScript that is read, never run: what is written out, and names whose value is known without running anything. */
import { refusal } from '@plimsoll/contracts/refusal';
import { type AnyNode, type Expression, type Program, parse } from 'acorn';
import { ImportError } from '../import-error.ts';
import { isFields, listNodes, type Scope } from './constant.ts';
import { readDeep } from './constant-expression.ts';
import { walkScript } from './constant-walk.ts';

/** A value of the script, as far as it is known, and where it stands. */
export interface Written {
  readonly value: unknown;
  readonly node: AnyNode;
}

export interface Script {
  readonly program: Program;
  /** Every node, in the order of the text. */
  readonly nodes: readonly AnyNode[];
  /** The value of a name of the top level when all of that is done; null where there is none. */
  findDeclared(name: string): Written | null;
  read(node: AnyNode): Written;
  /** The whole value. Throws ImportError on what would have to be run. */
  readValue(written: Written): unknown;
  /** The properties of an object; values are read one by one, so that one that cannot be does no harm. Null: it is none. */
  readObject(written: Written): ReadonlyMap<string, Written> | null;
}

/** Throws ImportError where the text is no JavaScript, or goes on for too long. */
export function readScript(text: string): Script {
  // An object, or the inside of one, is no program by itself. Comments may stand before it.
  const begin = text.replace(/^(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)+/, '');
  const inside = /^(["']?\w+["']?)\s*:/.test(begin);
  const wrapped = inside ? `({${text}\n})` : begin.startsWith('{') ? `(${text.replace(/;\s*$/, '')}\n)` : text;
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
  const declared = listDeclared(nodes);
  const tell = (node: AnyNode) => {
    const code = wrapped.slice(node.start, node.end).replace(/\s+/g, ' ');
    return { ...placeOf(node.loc?.start ?? { line: 1, column: shift }), code: code.length > 60 ? `${code.slice(0, 59)}…` : code };
  };
  const { walk, scope } = walkScript({
    program,
    nodes,
    refuse: (node) => {
      throw new ImportError(refusal('script_not_written_out', tell(node)));
    },
    refuseLong: (node) => {
      throw new ImportError(refusal('script_too_long', tell(node)));
    },
    findInner: (name) => declared.get(name) ?? null,
  });
  // Inside of a function, a name of the top level may be another one.
  const readable: Scope = { ...scope, names: new Map([...scope.names].filter(([name]) => declared.get(name) !== null)) };
  return {
    program,
    nodes,
    findDeclared: (name) => (scope.names.has(name) ? { value: scope.names.get(name), node: program } : null),
    read: (node) => ({ value: walk.attempt(node, readable), node }),
    readValue: ({ value, node }) => readDeep(walk, value, node),
    readObject: ({ value, node }) => {
      const settled = walk.settle(value);
      return isFields(settled) ? new Map(Object.entries(settled).map(([name, inner]) => [name, { value: inner, node }])) : null;
    },
  };
}

/** The declaration of each name; null where it was declared more than once, or is changed by a function. */
function listDeclared(nodes: readonly AnyNode[]): ReadonlyMap<string, Expression | null> {
  const declared = new Map<string, Expression | null>();
  let functionEnds = 0;
  for (const node of nodes) {
    if (/Function/.test(node.type)) functionEnds = Math.max(functionEnds, node.end);
    const changed = node.type === 'AssignmentExpression' ? node.left : node.type === 'UpdateExpression' ? node.argument : null;
    if (changed?.type === 'Identifier' && node.start < functionEnds) declared.set(changed.name, null);
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init)
      declared.set(node.id.name, declared.has(node.id.name) ? null : node.init);
  }
  return declared;
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
