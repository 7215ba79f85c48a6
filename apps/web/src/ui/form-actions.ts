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

/** Brings the first field with a problem into view; its fold opens on the next paint. */
export function focusFirst(problems: readonly FieldProblem[]): void {
  setTimeout(() => {
    const fields = problems.map((problem) => document.querySelector<HTMLElement>(`[data-pointer="${CSS.escape(problem.field)}"]`));
    const field = fields.find(Boolean) ?? document.querySelector<HTMLElement>('[aria-invalid="true"], .field-error');
    field?.scrollIntoView({ block: 'center' });
    field?.focus();
  }, 50);
}
