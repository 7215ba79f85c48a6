import type { ImportedCommand } from '@plimsoll/contracts/imported-command';
import { emptyForm } from './empty-form.ts';
import type { FormValues, TlsValues } from './form-values.ts';
import { planToForm } from './plan-form.ts';

/** What no tool's command says. */
const neverNamed = [
  'name',
  'client',
  'generators',
  'workerLabel',
  'warmup',
  'abortOnFail',
  'errorStatuses',
  'watchTarget',
  'watchedProcess',
  'scrape',
  'note',
  'maxConnectionAge',
] as const;
/** Where a command does not name them, what was typed goes before its tool's own. */
const ofTools = ['timeout', 'keepAlive'] as const;
const ofRequests = ['several', 'requestRows', 'requestOrder', 'data'] as const;
const ofLoad = [
  'model',
  'shape',
  'connections',
  'requests',
  'duration',
  'rate',
  'arrivals',
  'seed',
  'maxConnections',
  'maxQueued',
  'start',
  'stages',
] as const;

/** The form after a command was read into it: what the command does not name stays as it was. */
export function importedValues({ plan, named }: Pick<ImportedCommand, 'plan' | 'named'>, before: FormValues): FormValues {
  const read = planToForm(plan);
  return {
    ...read,
    ...keep(before, neverNamed),
    ...keep(
      before,
      ofTools.filter((field) => !named[field] && before[field] !== emptyForm[field] && (field === 'timeout' || mayClose(plan))),
    ),
    tls: tlsOf(read, before),
    checks: read.checks.length > 0 ? read.checks : before.checks,
    thresholds: read.thresholds.length > 0 ? read.thresholds : before.thresholds,
    tags: [...before.tags.filter(({ name }) => read.tags.every((tag) => tag.name !== name)), ...read.tags],
    ...(named.target ? {} : keep(before, ofRequests)),
    ...(named.load ? {} : keep(before, ofLoad)),
  };
}

/** Where several requests share a connection at once, it is kept. */
function mayClose({ connection: { protocol, streams } }: ImportedCommand['plan']): boolean {
  return streams === 1 && protocol !== 'grpc' && protocol !== 'websocket';
}

function keep<Field extends keyof FormValues>(values: FormValues, fields: readonly Field[]): Pick<FormValues, Field> {
  return Object.fromEntries(fields.map((field) => [field, values[field]])) as Pick<FormValues, Field>;
}

/** A command has files in place of texts. It takes any certificate or names a server where it says so alone. */
function tlsOf(read: FormValues, before: FormValues): TlsValues {
  return { ...before.tls, verify: before.tls.verify && read.tls.verify, serverName: read.tls.serverName || before.tls.serverName };
}
