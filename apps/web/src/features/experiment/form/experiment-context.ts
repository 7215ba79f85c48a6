import type { Plan } from '@plimsoll/contracts/plan';
import { createContext } from 'react';
import { useFormIn } from '../../../ui/form/form-context.ts';
import type { JudgedForm } from '../../../ui/form/judged-form.ts';
import type { ExperimentValues, Shape } from '../values/form-values.ts';
import type { JudgedExperiment } from '../values/judged.ts';

export interface ExperimentForm extends JudgedForm<ExperimentValues, JudgedExperiment> {
  readonly shape: Shape;
  /** All variants start from this plan. */
  readonly plan: Plan;
  /** Name where nobody gives one; empty where the server names it. */
  readonly autoName: string;
}

export const ExperimentContext = createContext<ExperimentForm | null>(null);
export const useExperimentForm = () => useFormIn(ExperimentContext);
