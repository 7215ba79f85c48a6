/** {@link planToForm} and {@link formToPlan} are inverse on every valid plan (plan-form.test.ts). */
import { generatorsText, readGenerators } from '@plimsoll/contracts/generators';
import type { OpenLoad, Plan } from '@plimsoll/contracts/plan';
import { planDefaults } from '@plimsoll/contracts/plan-defaults';
import type { FieldProblem } from '@plimsoll/contracts/problem';
import { listRequests } from '@plimsoll/contracts/requests';
import { checkRow } from './check-row.ts';
import { autoName, type Extra, type FormValues, firstRequest, inSequence, suggested, type TlsValues } from './form-values.ts';
import { newReader, type Reader } from './reader.ts';
import { readChecks, readRequest, readTarget, requestRow } from './request-row.ts';
import { isBlank, listPairs, readRecord } from './rows.ts';

const defaults = planDefaults();
const words = (text: string) => new Set(text.split(' '));
const known = {
  plan: words(
    '$schema version name target requests requestOrder connection load generators workers warmup timeout checks thresholds abortOnFail data errorStatuses autoStop resources tags note',
  ),
  connection: words('client protocol keepAlive pipelining streams maxActiveRequests maxRequestsPerConnection maxConnectionAge dns tls'),
  workers: words('label'),
  tls: words('verify ca serverName clientCertificate'),
  load: words('model connections requests duration startConnections stages rate startRate arrivals seed maxConnections maxQueued'),
};

function pickExtra(plan: Plan): Extra {
  const rest = (value: object, names: ReadonlySet<string>) =>
    Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)));
  return {
    plan: rest(plan, known.plan),
    connection: rest(plan.connection, known.connection),
    workers: rest(plan.workers, known.workers),
    tls: rest(plan.connection.tls, known.tls),
    load: rest(plan.load, known.load),
  };
}

const formatField = (value: number | null | undefined) => (value === null || value === undefined ? '' : String(value));
const compact = (text: string) => text.replace(/\s/g, '');

export function planToForm(plan: Plan): FormValues {
  const { connection } = plan;
  return {
    ...suggested,
    ...poolValues(defaults.load),
    ...loadValues(plan),
    extra: pickExtra(plan),
    schema: plan.$schema ?? null,
    name: plan.name,
    several: plan.requests !== null,
    requestRows: listRequests(plan).map(requestRow),
    requestOrder: plan.requestOrder,
    client: connection.client,
    protocol: connection.protocol,
    keepAlive: connection.keepAlive,
    streams: String(connection.streams),
    maxActiveRequests: formatField(connection.maxActiveRequests),
    maxConnectionAge: connection.maxConnectionAge ?? '',
    dns: connection.dns,
    tls: tlsValues(connection.tls),
    pipelining: String(connection.pipelining),
    maxRequestsPerConnection: formatField(connection.maxRequestsPerConnection),
    generators: generatorsText(plan.generators),
    workerLabel: plan.workers.label ?? '',
    warmup: plan.warmup,
    timeout: plan.timeout,
    checks: plan.checks.map(checkRow),
    thresholds: plan.thresholds,
    abortOnFail: plan.abortOnFail,
    data: plan.data,
    errorStatuses: plan.errorStatuses,
    autoStop: plan.autoStop,
    watchTarget: plan.resources.process !== 'off',
    watchedProcess: writeProcess(plan.resources.process),
    scrape: plan.resources.scrape.map(({ name, url }) => ({ name, value: url })),
    tags: listPairs(plan.tags),
    note: plan.note,
    waitingModel: null,
  };
}

function tlsValues({ verify, ca, serverName, clientCertificate }: Plan['connection']['tls']): TlsValues {
  return {
    verify,
    ca: ca ?? '',
    serverName: serverName ?? '',
    certificate: clientCertificate?.certificate ?? '',
    key: clientCertificate?.key ?? '',
  };
}

function poolValues({ arrivals, seed, maxConnections, maxQueued }: OpenLoad) {
  return { arrivals, seed: String(seed), maxConnections: String(maxConnections), maxQueued: String(maxQueued) };
}

function loadValues({ load }: Plan): Pick<FormValues, 'model' | 'shape'> & Partial<FormValues> {
  const common = {
    model: load.model,
    shape: load.stages ? ('stages' as const) : ('steady' as const),
    stages: load.stages ? load.stages.map((stage) => ({ to: String(stage.to), over: stage.over })) : suggested.stages,
    duration: load.stages ? suggested.duration : (load.duration ?? ''),
  };
  if (load.model === 'closed')
    return {
      ...common,
      connections: load.stages ? suggested.connections : formatField(load.connections),
      requests: formatField(load.requests),
      start: formatField(load.startConnections),
    };
  return {
    ...common,
    rate: load.stages ? suggested.rate : formatField(load.rate),
    ...poolValues(load),
    start: formatField(load.startRate),
  };
}

/** The plan as the schema should judge it, and what cannot even be read. */
export function formToPlan(values: FormValues): { readonly input: Record<string, unknown>; readonly problems: readonly FieldProblem[] } {
  const read = newReader();
  const sequence = inSequence(values);
  const input = {
    ...values.extra.plan,
    ...(values.schema === null ? {} : { $schema: values.schema }),
    version: 1,
    name: values.name.trim() || autoName(values),
    target: values.several ? null : readTarget(firstRequest(values), '/target', read),
    requests: values.several ? values.requestRows.map((row, index) => readRequest(row, `/requests/${index}`, sequence, read)) : null,
    requestOrder: values.several ? values.requestOrder : defaults.plan.requestOrder,
    connection: readConnection(values, read),
    load: { ...values.extra.load, ...readLoad(values, read) },
    generators: readGenerators(values.generators) ?? read.number(values.generators, '/generators'),
    workers: { ...values.extra.workers, label: values.workerLabel.trim() || null },
    warmup: compact(values.warmup) || defaults.plan.warmup,
    timeout: compact(values.timeout),
    checks: readChecks(values.checks, '/checks', read),
    thresholds: values.thresholds.filter((text) => !isBlank.threshold(text)),
    abortOnFail: values.abortOnFail,
    data: values.data,
    errorStatuses: values.errorStatuses,
    autoStop: values.autoStop,
    resources: {
      process: values.watchTarget ? readProcess(values.watchedProcess) : 'off',
      scrape: values.scrape.filter((row) => !isBlank.pair(row)).map(({ name, value }) => ({ name, url: value })),
    },
    tags: readRecord(values.tags, '/tags', read.refuse),
    note: values.note,
  };
  return { input, problems: read.problems };
}

function readConnection(values: FormValues, read: Reader): Record<string, unknown> {
  const { verify, ca, serverName, certificate, key } = values.tls;
  return {
    ...values.extra.connection,
    client: values.client,
    protocol: values.protocol,
    keepAlive: values.keepAlive,
    pipelining: read.number(values.pipelining, '/connection/pipelining'),
    maxRequestsPerConnection: read.number(values.maxRequestsPerConnection, '/connection/maxRequestsPerConnection') ?? null,
    streams: read.number(values.streams, '/connection/streams'),
    maxActiveRequests: read.number(values.maxActiveRequests, '/connection/maxActiveRequests') ?? null,
    maxConnectionAge: compact(values.maxConnectionAge) || null,
    dns: values.dns,
    tls: {
      ...values.extra.tls,
      verify,
      ca: ca || null,
      serverName: serverName || null,
      clientCertificate: certificate || key ? { certificate, key } : null,
    },
  };
}

function readLoad(values: FormValues, read: Reader): Record<string, unknown> {
  const number = (text: string, field: string) => read.number(text, `/load/${field}`);
  const length = compact(values.duration) || undefined;
  const rate = (text: string, field: string) => read.rate(text, `/load/${field}`);
  const reach = values.model === 'closed' ? number : rate;
  const stages = values.stages.map((stage, index) => ({ to: reach(stage.to, `stages/${index}/to`), over: compact(stage.over) }));
  if (values.model === 'closed')
    return values.shape === 'stages'
      ? { model: 'closed', startConnections: number(values.start, 'startConnections'), stages }
      : {
          model: 'closed',
          connections: number(values.connections, 'connections'),
          requests: number(values.requests, 'requests'),
          duration: length,
        };
  const pace =
    values.shape === 'stages'
      ? { startRate: rate(values.start, 'startRate'), stages }
      : { rate: rate(values.rate, 'rate'), duration: length };
  return {
    model: 'open',
    ...pace,
    arrivals: values.arrivals,
    seed: number(values.seed, 'seed'),
    maxConnections: number(values.maxConnections, 'maxConnections'),
    maxQueued: number(values.maxQueued, 'maxQueued'),
  };
}

function writeProcess(process: Plan['resources']['process']): string {
  if (typeof process === 'string') return '';
  return 'port' in process ? String(process.port) : process.name;
}

function readProcess(written: string): Plan['resources']['process'] {
  const text = written.trim();
  if (text === '') return 'auto';
  return /^\d+$/.test(text) ? { port: Number(text) } : { name: text };
}
