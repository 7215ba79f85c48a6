import { createContext, useContext } from 'react';
import type { FieldForm } from '../../ui/form-field.ts';
import type { FormValues } from './form-values.ts';

export interface LaunchForm extends FieldForm<FormValues> {
  /** Could it be run as it stands? */
  readonly ready: boolean;
  /** A change that starts from what stands there at that moment. */
  update(change: (values: FormValues) => Partial<FormValues>): void;
  /** The first sentence at a place of the plan or below it, by its JSON pointer; null while all is fine or still untouched. */
  errorIn(pointer: string): string | null;
  /** Does a shown problem stand at one of these places, or below? */
  wrong(...pointers: string[]): boolean;
}

export const LaunchContext = createContext<LaunchForm | null>(null);

export function useLaunchForm(): LaunchForm {
  const form = useContext(LaunchContext);
  if (!form) throw new Error('outside the launch form');
  return form;
}
