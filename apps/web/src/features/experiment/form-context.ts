import type { Plan } from '@plimsoll/contracts/plan';
import { createContext, useContext } from 'react';
import type { ExperimentValues, Shape } from './form-values.ts';

export interface ExperimentForm {
  readonly shape: Shape;
  /** What all variants start from. */
  readonly plan: Plan;
  readonly values: ExperimentValues;
  /** What it is called where nobody names it; empty where the server names it. */
  readonly autoName: string;
  set(change: Partial<ExperimentValues>): void;
  /** The sentence beside a field; null while it is fine or still untouched. */
  error(pointer: string): string | null;
  /** From now on problems of this field show. */
  touch(pointer: string): void;
}

export const FormContext = createContext<ExperimentForm | null>(null);

export function useExperimentForm(): ExperimentForm {
  const form = useContext(FormContext);
  if (!form) throw new Error('outside the experiment form');
  return form;
}

type TextField = { [K in keyof ExperimentValues]: ExperimentValues[K] extends string ? K : never }[keyof ExperimentValues];

/** Props of one text field of the form. */
export function useField(name: TextField, pointer: string) {
  const { values, set, error, touch } = useExperimentForm();
  return {
    value: values[name],
    error: error(pointer),
    'data-pointer': pointer,
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
    onBlur: () => touch(pointer),
  };
}
