/** Placeholder until the trend is drawn. */
export function PlanPage() {
  return null;
}
