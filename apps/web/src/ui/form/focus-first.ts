import type { FieldProblem } from '@plimsoll/contracts/problem';

/** A closed fold opens on the next paint, and its fields may have to be fetched first. */
const foldMs = 400;
const longestMs = 1_500;
const lookMs = 50;

/**
 * Brings the first field with a problem into view and focuses it. Until folds had time to open, only the very field counts.
 * `form` is the one that was sent: another one on the page may have fields of the same names.
 */
export function focusFirst(problems: readonly FieldProblem[], form: ParentNode = document): void {
  const asked = performance.now();
  const look = () => {
    const waited = performance.now() - asked;
    const late = waited > longestMs;
    const field =
      first(form, problems, waited < foldMs) ??
      (late ? form.querySelector<HTMLElement>('[aria-invalid="true"], [data-field-error]') : null);
    if (!field && !late) return void setTimeout(look, lookMs);
    field?.scrollIntoView({ block: 'center' });
    field?.focus();
  };
  setTimeout(look, lookMs);
}

function first(form: ParentNode, problems: readonly FieldProblem[], exact: boolean): HTMLElement | null {
  const fields = problems.map(({ field }) => findField(form, field, exact)).filter((field) => field !== null);
  const precedes = (one: HTMLElement, other: HTMLElement) => one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
  return fields.reduce<HTMLElement | null>((sofar, field) => (sofar && precedes(sofar, field) ? sofar : field), null);
}

/** The field in sight of this JSON pointer or of the place that holds it; where not `exact`, of the nearest place above that has one. */
function findField(form: ParentNode, pointer: string, exact: boolean): HTMLElement | null {
  let steps = 0;
  for (let at = pointer; at !== '' && !(exact && steps > 1); at = at.slice(0, at.lastIndexOf('/')), steps++) {
    const field = form.querySelector<HTMLElement>(`[data-pointer="${CSS.escape(at)}"]`);
    if (field?.checkVisibility()) return field;
  }
  return null;
}
