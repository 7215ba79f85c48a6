/** Ties an input to its form: value, sentence beside it, and the JSON pointer that problems name it by. */

/** A form, or a part of one, as its inputs see it. */
export interface Fields<V> {
  readonly values: V;
  set(change: Partial<V>): void;
  /** The sentence beside a field, by its JSON pointer; null while it is fine or still untouched. */
  error(pointer: string): string | null;
  /** From now on problems of this field show. */
  touch(pointer: string): void;
}

type Judging = Pick<Fields<unknown>, 'error' | 'touch'>;
/** The fields of a form that hold a text. */
export type TextName<V> = { [K in keyof V]-?: V[K] extends string ? K : never }[keyof V] & string;

/** Props of any input: Mantine ties the sentence to it (`aria-describedby`), and the pointer lets focus find it. */
export function fieldAt({ error, touch }: Judging, pointer: string) {
  const message = error(pointer);
  return {
    error: message,
    // Mantine says so of every input but of one for passwords.
    ...(message === null ? {} : { 'aria-invalid': true as const }),
    'data-pointer': pointer,
    onBlur: () => touch(pointer),
  };
}

/** Props of a text input. A field of the form's own name stands at `/name`. */
export function textField<V>(fields: Fields<V>, name: TextName<V>, pointer = `/${name}`) {
  return {
    ...fieldAt(fields, pointer),
    value: fields.values[name] as string,
    onChange: (event: { currentTarget: { value: string } }) => fields.set({ [name]: event.currentTarget.value } as unknown as Partial<V>),
  };
}

/** Props of what holds several inputs and has sentences of its own, shown by a `FieldError` within. */
export function groupAt({ error }: Pick<Judging, 'error'>, pointer: string) {
  return {
    'data-pointer': pointer,
    tabIndex: -1,
    ...(error(pointer) === null ? {} : { 'aria-describedby': errorId(pointer) }),
  };
}

/** Id of the sentence at a pointer; such a list of ids knows no spaces. */
export function errorId(pointer: string): string {
  return `error-${encodeURIComponent(pointer)}`;
}
