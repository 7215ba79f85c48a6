import { createContext, useContext } from 'react';
import type { FormValues } from './form-values.ts';

export interface LaunchForm {
  readonly values: FormValues;
  /** Could it be run as it stands? */
  readonly ready: boolean;
  set(change: Partial<FormValues>): void;
  /** The sentence beside a field, by its JSON pointer inside the plan; null while it is fine or still untouched. */
  error(pointer: string): string | null;
  /** From now on problems of this field show. */
  touch(pointer: string): void;
}

export const LaunchContext = createContext<LaunchForm | null>(null);

export function useLaunchForm(): LaunchForm {
  const form = useContext(LaunchContext);
  if (!form) throw new Error('outside the launch form');
  return form;
}

type TextField = { [K in keyof FormValues]: FormValues[K] extends string ? K : never }[keyof FormValues];

/** Props of one text field of the form. */
export function useField(name: TextField, pointer: string) {
  const { values, set, error, touch } = useLaunchForm();
  return {
    value: values[name],
    error: error(pointer),
    'data-pointer': pointer,
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
    onBlur: () => touch(pointer),
  };
}
