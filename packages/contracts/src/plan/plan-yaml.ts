/** Plans as YAML: lossless both ways, duplicate keys refused, every problem with its line. */
import { isMap, LineCounter, parseDocument, stringify } from 'yaml';
import { type FieldProblem, fieldProblems, type Sentence } from '../api/problem.ts';
import { type Refusal, refusal, toIssueText } from '../api/refusal.ts';
import { type Plan, planSchema } from './plan.ts';
import { withoutDefaults } from './plan-defaults.ts';
import { yamlRefusal } from './yaml-refusal.ts';

export interface PlacedProblem extends FieldProblem {
  /** 1-based line and column in the text. */
  readonly line: number;
  readonly column: number;
}

const dangerous = new Set(['__proto__', 'constructor', 'prototype']);

/** The plan in this YAML (or JSON) text, or what is wrong with it, placed. */
export function parsePlanYaml(text: string, sentence: Sentence): { readonly plan: Plan } | { readonly problems: PlacedProblem[] } {
  const refusedAt = (reason: Refusal, line: number, column: number) => ({
    problems: [{ field: '', message: sentence(toIssueText(reason)), line, column }],
  });
  const refusedWhole = (reason: Refusal) => refusedAt(reason, 1, 1);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, merge: false, version: '1.2' });
  const first = document.errors[0];
  if (first) {
    const at = lines.linePos(first.pos[0]);
    return refusedAt(yamlRefusal(first, text), at.line, at.col);
  }
  if (!isMap(document.contents)) return refusedWhole(refusal('plan_no_mapping'));
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 20 });
  } catch {
    // All that is left to go wrong here is an alias: unknown, or of something too large.
    return refusedWhole(refusal('yaml_alias'));
  }
  const bad = forbiddenKey(value);
  if (bad) return refusedWhole(refusal('forbidden_key', { name: bad }));
  const parsed = planSchema.safeParse(value);
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

function findOffset(document: ReturnType<typeof parseDocument>, path: string[]): number {
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
