import { createContext } from 'react';
import { useFormOf } from '../../ui/form/form-context.ts';
import type { JudgedForm } from '../../ui/form/judged-form.ts';
import type { FormValues } from './form-values.ts';
import type { JudgedPlan } from './judged-plan.ts';

export const LaunchContext = createContext<JudgedForm<FormValues, JudgedPlan> | null>(null);
export const useLaunchForm = () => useFormOf(LaunchContext);
