/** What every form that starts something does: one key that submits it, and a look at the first field that is wrong. */
import type { FieldProblem } from '@plimsoll/contracts/problem';
import { useEffect, useRef } from 'react';

/** Ctrl/⌘ + Enter submits, also from inside a field. */
export function useSubmitKey(submit: () => void): void {
  const latest = useRef(submit);
  latest.current = submit;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** Brings the first field with a problem into view. Its fold opens on the next paint and may have to be fetched first. */
export function focusFirst(problems: readonly FieldProblem[]): void {
  const until = performance.now() + 1_500;
  const look = () => {
    const named = problems.map((problem) => fieldAt(problem.field)).find(Boolean);
    const late = performance.now() > until;
    const field = named ?? (late ? document.querySelector<HTMLElement>('[aria-invalid="true"], .field-error') : null);
    if (!field && !late) return void setTimeout(look, 50);
    field?.scrollIntoView({ block: 'center' });
    field?.focus();
  };
  setTimeout(look, 50);
}

/** The field of this JSON pointer, or of the nearest place above it that has one. */
function fieldAt(pointer: string): HTMLElement | null {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const field = document.querySelector<HTMLElement>(`[data-pointer="${CSS.escape(at)}"]`);
    if (field) return field;
  }
  return null;
}
