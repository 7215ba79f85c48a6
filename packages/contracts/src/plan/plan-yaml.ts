/** Plans as YAML: lossless both ways, duplicate keys refused, every problem with its line. */
import { isMap, isScalar, isSeq, Lexer, LineCounter, parseDocument, stringify } from 'yaml';
import { judgeSize } from '../api/intake-budget.ts';
import { type FieldProblem, fieldProblems, likeliestIssues, type Sentence } from '../api/problem.ts';
import { type Refusal, refusal, toIssueText } from '../api/refusal.ts';
import { graphqlOperation } from '../request/graphql-operation.ts';
import { readNumber, readRate } from '../request/typed-figure.ts';
import { type Plan, planSchema } from './plan.ts';
import { withoutDefaults } from './plan-defaults.ts';
import { yamlRefusal } from './yaml-refusal.ts';

export interface PlacedProblem extends FieldProblem {
  /** 1-based line and column in the text. */
  readonly line: number;
  readonly column: number;
}

const dangerous = new Set(['__proto__', 'constructor', 'prototype']);

/** Aliases that a text may hold. */
const mostAliases = 100;
/** Signs of YAML (words, brackets, line ends, …) that a text may hold; one value takes several. Data rows are one sign, whatever their lines. */
const mostSigns = 50_000;
const mostLines = 300_000;
/** Backslashes that its quoted words may hold: the library takes each by itself. */
const mostEscapes = 1_000_000;

/** The plan in this YAML (or JSON) text, or what is wrong with it, placed. */
export function parsePlanYaml(text: string, sentence: Sentence): { readonly plan: Plan } | { readonly problems: PlacedProblem[] } {
  const read = readYaml(text, sentence);
  if ('problems' in read) return read;
  const { value, document, lines } = read;
  const parsed = parseTyped(value);
  if (parsed.success) return { plan: parsed.data };
  return {
    problems: fieldProblems(parsed.error, value, sentence).map((problem) => {
      const path = problem.field
        .split('/')
        .slice(1)
        .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
      const at = lines.linePos(findOffset(document, path));
      return { ...problem, line: at.line, column: at.col };
    }),
  };
}

const rates = /^load (?:rate|startRate|stages \d+ to)$/;

/** Reads a number that YAML takes for a text (`1 000`, `10,5`, `1000/s`) as the form does, and names a request of GraphQL by its operation. */
function parseTyped(value: unknown): ReturnType<typeof planSchema.safeParse> {
  const parsed = planSchema.safeParse(value);
  let settled = false;
  for (const { path, ...issue } of likeliestIssues(parsed.error?.issues ?? [])) {
    if (nameByOperation(value, path)) settled = true;
    if (issue.code !== 'invalid_type' || !['number', 'int'].includes(issue.expected)) continue;
    const parent = get(value, path.slice(0, -1));
    const last = String(path.at(-1));
    const written = parent?.[last];
    if (!parent || typeof written !== 'string') continue;
    const isRate = rates.test(path.join(' ')) && get(value, ['load'])?.model === 'open';
    const number = (isRate ? readRate : readNumber)(written);
    if (number === null) continue;
    parent[last] = number;
    settled = true;
  }
  return settled ? planSchema.safeParse(value) : parsed;
}

/** Did a request without a name have an operation? A further one of it gets a number. */
function nameByOperation(value: unknown, path: readonly PropertyKey[]): boolean {
  const request = path.length === 3 && path[0] === 'requests' && path[2] === 'name' ? get(value, path.slice(0, -1)) : undefined;
  if (!request || request.name !== undefined || typeof request.body !== 'string') return false;
  const operation = graphqlOperation(request.body);
  if (operation === null) return false;
  const taken = new Set(Object.values(get(value, ['requests']) ?? {}).map((one) => (one as { readonly name?: unknown } | null)?.name));
  request.name = operation;
  for (let number = 2; taken.has(request.name); number++) request.name = `${operation} ${number}`;
  return true;
}

function get(value: unknown, path: readonly PropertyKey[]): Record<string, unknown> | undefined {
  let at = value as Record<PropertyKey, unknown> | undefined;
  for (const name of path) at = at?.[name] as typeof at;
  return at;
}

type Document = ReturnType<typeof parseDocument>;
interface ReadYaml {
  readonly value: unknown;
  readonly document: Document;
  readonly lines: LineCounter;
}

/** The text's one value. Takes time and memory linear in its length. */
function readYaml(text: string, sentence: Sentence): ReadYaml | { readonly problems: PlacedProblem[] } {
  const lines = new LineCounter();
  const refuseAt = (reason: Refusal, offset: number) => {
    const at = lines.linePos(offset);
    return { problems: [{ field: '', message: sentence(toIssueText(reason)), line: at.line || 1, column: at.col || 1 }] };
  };
  const refuseWhole = (reason: Refusal) => refuseAt(reason, 0);
  const tooMuch = judgeSigns(text);
  if (tooMuch) return refuseWhole(tooMuch);
  try {
    // The library looks for keys given twice by comparing each with all before it.
    const document = parseDocument(text, { lineCounter: lines, uniqueKeys: false, merge: false, version: '1.2' });
    const [first] = document.errors;
    if (first) return refuseAt(yamlRefusal(first), first.pos[0]);
    if (!isMap(document.contents)) return refuseWhole(refusal('plan_no_mapping'));
    const twice = findKeyGivenTwice(document.contents);
    if (twice) return refuseAt(refusal('yaml_key_twice', { name: twice.name }), twice.offset);
    const value: unknown = document.toJS({ maxAliasCount: 20 });
    const large = judgeSize(value);
    if (large) return refuseWhole(large);
    const bad = forbiddenKey(value);
    return bad ? refuseWhole(refusal('forbidden_key', { name: bad })) : { value, document, lines };
  } catch (error) {
    // Nested so deep that the library's own calls were too many, or an alias that cannot be followed.
    return refuseWhole(refusal(error instanceof ReferenceError ? 'yaml_alias' : 'yaml_unreadable'));
  }
}

/** Refuses what would be large once it is parsed, before it is parsed: a sign takes a byte of text and a kilobyte of memory. */
function judgeSigns(text: string): Refusal | null {
  if (text.split('\n', mostLines + 1).length > mostLines) return refusal('yaml_lines_most', { most: mostLines });
  let signs = 0;
  let aliases = 0;
  let escapes = 0;
  for (const sign of new Lexer().lex(text)) {
    signs += 1;
    if (signs > mostSigns) return refusal('yaml_signs_most', { most: mostSigns });
    if (sign.startsWith('"')) escapes += sign.split('\\', mostEscapes + 2).length - 1;
    if (escapes > mostEscapes) return refusal('yaml_escapes_most', { most: mostEscapes });
    if (!sign.startsWith('*')) continue;
    aliases += 1;
    if (aliases > mostAliases) return refusal('yaml_aliases_most', { most: mostAliases });
  }
  return null;
}

/** The first key that one mapping holds twice. */
function findKeyGivenTwice(node: unknown): { readonly name: string; readonly offset: number } | null {
  if (isSeq(node)) return firstOf(node.items, findKeyGivenTwice);
  if (!isMap(node)) return null;
  const names = new Set<unknown>();
  return firstOf(node.items, ({ key, value }) => {
    const name = isScalar(key) ? key.value : key;
    if (names.has(name)) return { name: String(name).slice(0, 50), offset: isScalar(key) ? (key.range?.[0] ?? 0) : 0 };
    names.add(name);
    return findKeyGivenTwice(value);
  });
}

function firstOf<Item, Found>(items: readonly Item[], find: (item: Item) => Found | null): Found | null {
  for (const item of items) {
    const found = find(item);
    if (found) return found;
  }
  return null;
}

/** Is one of the keys that could reach an object's prototype used anywhere? Answers its name. */
export function forbiddenKey(value: unknown): string | null {
  if (value === null || typeof value !== 'object') return null;
  for (const key of Object.keys(value)) {
    if (dangerous.has(key)) return key;
    const inner = forbiddenKey((value as Record<string, unknown>)[key]);
    if (inner) return inner;
  }
  return null;
}

function findOffset(document: Document, path: string[]): number {
  for (let length = path.length; length >= 0; length--) {
    const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    const range = (node as { range?: [number, number, number] } | null | undefined)?.range;
    if (range) return range[0];
  }
  return 0;
}

/** A plan as short YAML, as a person would have written it: what equals the schema's default is left out; {@link parsePlanYaml} gives the same plan back. */
export function planToYaml(plan: Plan): string {
  return stringify(withoutDefaults(planSchema, plan), { lineWidth: 0 });
}

/** The text with the lengths of this load; each other sign of it stays. */
export function lengthenYaml(text: string, load: Plan['load']): string {
  const document = parseDocument(text);
  const lengths = load.stages?.map(({ over }, at) => [['load', 'stages', at, 'over'], over] as const);
  return (lengths ?? [[['load', 'duration'], load.duration] as const]).reduceRight((written, [path, length]) => {
    const node = document.getIn(path, true);
    return isScalar(node) && node.range ? `${written.slice(0, node.range[0])}${length}${written.slice(node.range[1])}` : written;
  }, text);
}
