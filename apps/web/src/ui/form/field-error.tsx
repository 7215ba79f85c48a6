import { errorId, type Fields } from './fields.ts';
import formStyles from './form.module.css';

/** The sentence about a group of inputs, such as a list of rows; nothing while it is fine. */
export function FieldError({ form, at }: { form: Pick<Fields<unknown>, 'error'>; at: string }) {
  const message = form.error(at);
  return message === null ? null : (
    <div className={formStyles.fieldError} data-field-error id={errorId(at)}>
      {message}
    </div>
  );
}
