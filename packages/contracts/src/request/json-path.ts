/** The part of JSONPath that names one place: `$.items[0].name`, `$['odd name']`. */

const step = /\.([A-Za-z_][A-Za-z0-9_-]*)|\[(\d{1,9})\]|\['([^'\\]*)'\]|\["([^"\\]*)"\]/y;

/** The steps from the root, or null if this is not such a path. */
export function parseJsonPath(path: string): readonly (string | number)[] | null {
  if (!path.startsWith('$')) return null;
  const steps: (string | number)[] = [];
  step.lastIndex = 1;
  while (step.lastIndex < path.length) {
    const match = step.exec(path);
    if (!match) return null;
    steps.push(match[2] !== undefined ? Number(match[2]) : ((match[1] ?? match[3] ?? match[4]) as string));
  }
  return steps;
}

/** The value at that place; undefined if there is none. */
export function valueAtPath(root: unknown, steps: readonly (string | number)[]): unknown {
  let value = root;
  for (const at of steps) {
    if (value === null || typeof value !== 'object') return undefined;
    if (Array.isArray(value)) {
      if (typeof at !== 'number') return undefined;
      value = value[at];
    } else {
      if (!Object.hasOwn(value, at)) return undefined;
      value = (value as Record<string, unknown>)[at];
    }
  }
  return value;
}
