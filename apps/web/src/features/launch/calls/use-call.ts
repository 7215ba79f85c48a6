import type { Fields } from '../../../ui/form/fields.ts';
import { useLaunchForm } from '../launch-context.ts';
import type { CallRow } from '../values/call-row.ts';
import { firstRequest } from '../values/form-values.ts';
import type { RequestRow } from '../values/request-row.ts';

/** Where a plan's call stands in it. */
export const callPointer = '/target/grpc';

interface CallForm extends Fields<CallRow> {
  readonly row: RequestRow;
  /** A change that starts from what stands there at that moment. */
  update(change: (call: CallRow) => Partial<CallRow>): void;
  errorIn(pointer: string): string | null;
}

/** The plan's one call as a form of its own. */
export function useCall(): CallForm {
  const { values, update, error, errorIn, touch } = useLaunchForm();
  const change = (next: (call: CallRow) => Partial<CallRow>) =>
    update(({ requestRows: [first, ...others] }) =>
      first ? { requestRows: [{ ...first, call: { ...first.call, ...next(first.call) } }, ...others] } : {},
    );
  const row = firstRequest(values);
  return { row, values: row.call, set: (next) => change(() => next), update: change, error, errorIn, touch };
}
