/** Is it an object with names, as JSON has them: no list, and not null? */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
