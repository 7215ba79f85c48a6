import type { Plan } from '@plimsoll/contracts/plan';

/** Do both say the same? The database puts the names in an object into an order of its own. */
export function samePlan(one: Plan, other: Plan): boolean {
  return ordered(one) === ordered(other);
}

function ordered(plan: Plan): string {
  return JSON.stringify(plan, (_name, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
