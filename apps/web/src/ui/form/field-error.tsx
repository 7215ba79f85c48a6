import { errorId, type Fields } from './fields.ts';

/** The sentence about a group of inputs, such as a list of rows; nothing while it is fine. */
export function FieldError({ form, at }: { form: Pick<Fields<unknown>, 'error'>; at: string }) {
  const message = form.error(at);
  return message === null ? null : (
    <div className="field-error" id={errorId(at)}>
      {message}
    </div>
  );
}
