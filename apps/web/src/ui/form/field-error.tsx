import { errorId, type Fields } from './fields.ts';
import formStyles from './form.module.css';

/** The sentence about a group of inputs, such as a list of rows; nothing while it is fine. */
export function FieldError({ form, at }: { form: Pick<Fields<unknown>, 'error'>; at: string }) {
  return <FieldMessage message={form.error(at)} at={at} announce={false} />;
}

interface Props {
  /** Nothing is shown without one. */
  readonly message: string | null | undefined;
  /** The inputs at this pointer name it as theirs. */
  readonly at?: string;
  readonly announce?: boolean;
}

/** A sentence about inputs, whoever found the problem. */
export function FieldMessage({ message, at, announce = true }: Props) {
  if (!message) return null;
  return (
    <div
      className={formStyles.fieldError}
      data-field-error
      {...(announce ? { role: 'alert' } : {})}
      {...(at === undefined ? {} : { id: errorId(at) })}
    >
      {message}
    </div>
  );
}
