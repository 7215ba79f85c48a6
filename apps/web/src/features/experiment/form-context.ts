import type { Plan } from '@plimsoll/contracts/plan';
import { createContext, useContext } from 'react';
import type { FieldForm } from '../../ui/form-field.ts';
import type { ExperimentValues, Shape } from './form-values.ts';

export interface ExperimentForm extends FieldForm<ExperimentValues> {
  readonly shape: Shape;
  /** What all variants start from. */
  readonly plan: Plan;
  /** What it is called where nobody names it; empty where the server names it. */
  readonly autoName: string;
}

export const FormContext = createContext<ExperimentForm | null>(null);

export function useExperimentForm(): ExperimentForm {
  const form = useContext(FormContext);
  if (!form) throw new Error('outside the experiment form');
  return form;
}
