/** The form before anything was typed: what the plan's schema would fill in, and what the form suggests. Open, as production clients are. */
import { planDefaults } from '@plimsoll/contracts/plan-defaults';
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
