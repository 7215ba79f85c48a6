/**
 * What the launch form holds: text as typed, so that nothing a person wrote is mended behind their back.
 * {@link planToForm} and {@link formToPlan} are inverse on every valid plan (form-values.test.ts).
 */
import type { Plan } from '@plimsoll/contracts/plan';
import type { FieldProblem } from '@plimsoll/contracts/problem';
import { requestsOf } from '@plimsoll/contracts/requests';
import type { Target } from '@plimsoll/contracts/target';
import { type CheckRow, checkOf, checkRow, type Reader } from './check-row.ts';

export interface Pair {
  readonly name: string;
  readonly value: string;
}
export interface StageRow {
  readonly to: string;
  readonly over: string;
}

/** Fields of the plan that the form has no place for: kept as they are, changed in YAML. */
export interface Extra {
  readonly plan: Readonly<Record<string, unknown>>;
  readonly target: Readonly<Record<string, unknown>>;
  readonly connection: Readonly<Record<string, unknown>>;
  readonly load: Readonly<Record<string, unknown>>;
}

export interface FormValues {
  readonly extra: Extra;
  readonly schema: string | null;
  readonly name: string;
  readonly method: Target['method'];
  readonly url: string;
  readonly headers: readonly Pair[];
  /** null sends no body; an empty text sends an empty one. */
  readonly body: string | null;
  readonly protocol: Plan['connection']['protocol'];
  readonly keepAlive: boolean;
  readonly streams: string;
  readonly maxConnectionAge: string;
  readonly dns: Plan['connection']['dns'];
  readonly tls: Plan['connection']['tls'];
  readonly pipelining: string;
  readonly maxRequestsPerConnection: string;
  readonly model: 'closed' | 'open';
  readonly shape: 'steady' | 'stages';
  readonly connections: string;
  readonly requests: string;
  readonly duration: string;
  readonly rate: string;
  readonly arrivals: 'constant' | 'poisson';
  readonly seed: string;
  readonly maxConnections: string;
  readonly maxQueued: string;
  /** Start of the stages: connections (closed) or requests per second (open). */
  readonly start: string;
  readonly stages: readonly StageRow[];
  readonly warmup: string;
  readonly timeout: string;
  readonly checks: readonly CheckRow[];
  readonly thresholds: readonly string[];
  readonly errorStatuses: Plan['errorStatuses'];
  readonly autoStop: boolean;
  readonly tags: readonly Pair[];
  readonly note: string;
}

export const emptyForm: FormValues = {
  extra: { plan: {}, target: {}, connection: {}, load: {} },
  schema: null,
  name: '',
  method: 'GET',
  url: '',
  headers: [],
  body: null,
  protocol: 'http1',
  keepAlive: true,
  streams: '1',
  maxConnectionAge: '',
  dns: 'each',
  tls: { verify: true, ca: null, serverName: null, clientCertificate: null },
  pipelining: '1',
  maxRequestsPerConnection: '',
  model: 'closed',
  shape: 'steady',
  connections: '50',
  requests: '',
  duration: '10s',
  rate: '500',
  arrivals: 'constant',
  seed: '1',
  maxConnections: '100',
  maxQueued: '10000',
  start: '',
  stages: [
    { to: '100', over: '5s' },
    { to: '100', over: '10s' },
  ],
  warmup: '0s',
  timeout: '30s',
  checks: [],
  thresholds: [],
  errorStatuses: '4xx-5xx',
  autoStop: true,
  tags: [],
  note: '',
};

const textOf = (value: number | null | undefined) => (value === null || value === undefined ? '' : String(value));
const pairs = (record: Readonly<Record<string, string>>): Pair[] => Object.entries(record).map(([name, value]) => ({ name, value }));

const known = {
  plan: '$schema version name target connection load warmup timeout checks thresholds errorStatuses autoStop tags note'.split(' '),
  target: 'url method headers body'.split(' '),
  connection: 'protocol keepAlive pipelining streams maxRequestsPerConnection maxConnectionAge dns tls'.split(' '),
  load: 'model connections requests duration startConnections stages rate startRate arrivals seed maxConnections maxQueued'.split(' '),
};

function extraOf(plan: Plan): Extra {
  const rest = (value: object, names: readonly string[]) =>
    Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
  return {
    plan: rest(plan, known.plan),
    target: rest(plan.target ?? {}, known.target),
    connection: rest(plan.connection, known.connection),
    load: rest(plan.load, known.load),
  };
}

export function planToForm(plan: Plan): FormValues {
  const { load, connection } = plan;
  const [target] = requestsOf(plan);
  const common = {
    ...emptyForm,
    extra: extraOf(plan),
    schema: plan.$schema ?? null,
    name: plan.name,
    method: target.method,
    url: target.url,
    headers: pairs(target.headers),
    body: target.body,
    protocol: connection.protocol,
    keepAlive: connection.keepAlive,
    streams: String(connection.streams),
    maxConnectionAge: connection.maxConnectionAge ?? '',
    dns: connection.dns,
    tls: connection.tls,
    pipelining: String(connection.pipelining),
    maxRequestsPerConnection: textOf(connection.maxRequestsPerConnection),
    model: load.model,
    shape: load.stages ? ('stages' as const) : ('steady' as const),
    stages: load.stages ? load.stages.map((stage) => ({ to: String(stage.to), over: stage.over })) : emptyForm.stages,
    duration: load.stages ? emptyForm.duration : (load.duration ?? ''),
    warmup: plan.warmup,
    timeout: plan.timeout,
    checks: plan.checks.map(checkRow),
    thresholds: plan.thresholds,
    errorStatuses: plan.errorStatuses,
    autoStop: plan.autoStop,
    tags: pairs(plan.tags),
    note: plan.note,
  };
  if (load.model === 'closed')
    return {
      ...common,
      connections: load.stages ? emptyForm.connections : textOf(load.connections),
      requests: textOf(load.requests),
      start: textOf(load.startConnections),
    };
  return {
    ...common,
    rate: load.stages ? emptyForm.rate : textOf(load.rate),
    arrivals: load.arrivals,
    seed: String(load.seed),
    maxConnections: String(load.maxConnections),
    maxQueued: String(load.maxQueued),
    start: textOf(load.startRate),
  };
}

/** The name a run gets when none was written. */
export function autoName(values: Pick<FormValues, 'method' | 'url'>): string {
  return `${values.method} ${values.url.replace(/^https?:\/\//, '').replace(/\?.*$/, '')}`.trim().slice(0, 200);
}

/** A row nobody filled in: it is no part of the plan. */
export const isBlank = {
  pair: (row: Pair) => row.name === '' && row.value === '',
  check: (row: CheckRow) => row.value === '' && row.name === '',
  threshold: (text: string) => text.trim() === '',
};

function loadOf(values: FormValues, read: Reader): Record<string, unknown> {
  const number = (text: string, field: string) => read.number(text, `/load/${field}`);
  const length = values.duration.replace(/\s/g, '') || undefined;
  const stages = values.stages.map((stage, index) => ({
    to: number(stage.to, `stages/${index}/to`),
    over: stage.over.replace(/\s/g, ''),
  }));
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
      ? { startRate: number(values.start, 'startRate'), stages }
      : { rate: number(values.rate, 'rate'), duration: length };
  return {
    model: 'open',
    ...pace,
    arrivals: values.arrivals,
    seed: number(values.seed, 'seed'),
    maxConnections: number(values.maxConnections, 'maxConnections'),
    maxQueued: number(values.maxQueued, 'maxQueued'),
  };
}

/** The plan as the schema should judge it, and what cannot even be read as a number. */
export function formToPlan(values: FormValues): { readonly input: Record<string, unknown>; readonly problems: FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const read: Reader = {
    number(text, field) {
      const compact = text.replace(/[\s_]/g, '');
      if (compact === '') return undefined;
      const number = Number(compact);
      if (Number.isFinite(number)) return number;
      problems.push({ field, message: `"${text}" is no number.` });
      return undefined;
    },
  };
  const { extra } = values;
  const input = {
    ...extra.plan,
    ...(values.schema === null ? {} : { $schema: values.schema }),
    version: 1,
    name: values.name.trim() || autoName(values),
    target: extra.plan.requests
      ? null
      : {
          ...extra.target,
          url: values.url,
          method: values.method,
          headers: Object.fromEntries(values.headers.filter((row) => !isBlank.pair(row)).map((row) => [row.name, row.value])),
          body: values.body,
        },
    connection: {
      ...extra.connection,
      protocol: values.protocol,
      keepAlive: values.keepAlive,
      pipelining: read.number(values.pipelining, '/connection/pipelining'),
      maxRequestsPerConnection: read.number(values.maxRequestsPerConnection, '/connection/maxRequestsPerConnection') ?? null,
      streams: read.number(values.streams, '/connection/streams'),
      maxConnectionAge: values.maxConnectionAge.replace(/\s/g, '') || null,
      dns: values.dns,
      tls: values.tls,
    },
    load: { ...extra.load, ...loadOf(values, read) },
    warmup: values.warmup.replace(/\s/g, '') || '0s',
    timeout: values.timeout.replace(/\s/g, ''),
    checks: values.checks.filter((row) => !isBlank.check(row)).map((row, index) => checkOf(row, index, read)),
    thresholds: values.thresholds.filter((text) => !isBlank.threshold(text)),
    errorStatuses: values.errorStatuses,
    autoStop: values.autoStop,
    tags: Object.fromEntries(values.tags.filter((row) => !isBlank.pair(row)).map((row) => [row.name, row.value])),
    note: values.note,
  };
  return { input, problems: [...problems, ...doubled('/target/headers', values.headers), ...doubled('/tags', values.tags)] };
}

/** The same name twice would silently keep the last one. */
function doubled(pointer: string, rows: readonly Pair[]): FieldProblem[] {
  const names = rows.filter((row) => !isBlank.pair(row)).map((row) => row.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined ? [] : [{ field: `${pointer}/${twice}`, message: `"${twice}" is given twice.` }];
}
