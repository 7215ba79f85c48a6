/** The form before anything was typed: what the plan's schema would fill in, and what the form suggests. Open, as production clients are. */
import { planDefaults } from '@plimsoll/contracts/plan-defaults';
import { demoUrl } from '../../../domain/plan/demo-url.ts';
import { type FormValues, suggested } from './form-values.ts';
import { planToForm } from './plan-form.ts';
import { emptyRequest } from './request-row.ts';

export const emptyForm: FormValues = {
  ...planToForm(planDefaults().plan),
  ...suggested,
  model: 'open',
  name: '',
  requestRows: [emptyRequest],
};

/** Aimed at the demo target, which shares the machine with its load: at a rate that leaves both room on a laptop with other work. */
export const demoForm = (demoTarget: string): FormValues => ({
  ...emptyForm,
  rate: '200',
  maxConnections: '50',
  requestRows: [{ ...emptyRequest, url: demoUrl(demoTarget) }],
});
