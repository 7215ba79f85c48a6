import { createContext } from 'react';
import { useFormIn } from '../../ui/form/form-context.ts';
import type { JudgedForm } from '../../ui/form/judged-form.ts';
import type { SendOneState } from './send-one/use-send-one.ts';
import type { FormValues } from './values/form-values.ts';
import type { JudgedPlan } from './values/judged-plan.ts';

export const LaunchContext = createContext<JudgedForm<FormValues, JudgedPlan> | null>(null);
export const SendOneContext = createContext<SendOneState | null>(null);
export const useLaunchForm = () => useFormIn(LaunchContext);
