import type { ImportedCommand } from '@plimsoll/contracts/imported-command';
import type { FormValues } from './form-values.ts';
import { planToForm } from './plan-form.ts';

/** The form after a command was read into it: what the command does not name stays as it was. */
export function importedValues({ plan, named }: Pick<ImportedCommand, 'plan' | 'named'>, before: FormValues): FormValues {
  const { several, requestRows, requestOrder } = before;
  const { model, shape, connections, requests, duration, rate, arrivals, seed, maxConnections, maxQueued, start, stages } = before;
  return {
    ...planToForm(plan),
    ...(named.target ? {} : { several, requestRows, requestOrder }),
    ...(named.load
      ? {}
      : { model, shape, connections, requests, duration, rate, arrivals, seed, maxConnections, maxQueued, start, stages }),
  };
}
