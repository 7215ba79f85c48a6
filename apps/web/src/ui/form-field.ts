/** The one way a text field is tied to its form: value, sentence beside it, and the JSON pointer that problems name it by. */

export interface FieldForm<V> {
  readonly values: V;
  set(change: Partial<V>): void;
  /** The sentence beside a field, by its JSON pointer; null while it is fine or still untouched. */
  error(pointer: string): string | null;
  /** From now on problems of this field show. */
  touch(pointer: string): void;
}

type TextName<V> = { [K in keyof V]-?: V[K] extends string ? K : never }[keyof V];

/** Props of one text field. */
export function textField<V>({ values, set, error, touch }: FieldForm<V>, name: TextName<V>, pointer: string) {
  return {
    value: values[name] as string,
    error: error(pointer),
    'data-pointer': pointer,
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value } as unknown as Partial<V>),
    onBlur: () => touch(pointer),
  };
}
