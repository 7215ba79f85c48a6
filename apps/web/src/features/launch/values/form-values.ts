/** Values of the launch form: text as typed, so that nothing a person wrote is mended behind their back. */
import type { Plan } from '@plimsoll/contracts/plan';
import type { CheckRow } from './check-row.ts';
import { emptyRequest, type RequestRow } from './request-row.ts';
import type { Pair } from './rows.ts';

export interface StageRow {
  readonly to: string;
  readonly over: string;
}
export interface TlsValues {
  readonly verify: boolean;
  readonly ca: string;
  readonly serverName: string;
  readonly certificate: string;
  readonly key: string;
}

/** Fields of a plan of a later version: kept as they are. */
export interface Extra {
  readonly plan: Readonly<Record<string, unknown>>;
  readonly workers: Readonly<Record<string, unknown>>;
  readonly connection: Readonly<Record<string, unknown>>;
  readonly tls: Readonly<Record<string, unknown>>;
  readonly load: Readonly<Record<string, unknown>>;
}

/** What a request to a language model left when it became another kind. */
export interface WaitingModel {
  readonly url: string;
  readonly headers: readonly Pair[];
  readonly thresholds: readonly string[];
  /** Null where more than its body uses them. */
  readonly data: Plan['data'];
}

export interface FormValues {
  readonly extra: Extra;
  readonly schema: string | null;
  readonly name: string;
  /** Is the plan a list of requests? Else the first row is its one target. */
  readonly several: boolean;
  /** At least one. */
  readonly requestRows: readonly RequestRow[];
  readonly requestOrder: Plan['requestOrder'];
  readonly client: Plan['connection']['client'];
  readonly protocol: Plan['connection']['protocol'];
  readonly keepAlive: boolean;
  readonly streams: string;
  readonly maxActiveRequests: string;
  readonly maxConnectionAge: string;
  readonly dns: Plan['connection']['dns'];
  readonly tls: TlsValues;
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
  readonly generators: string;
  readonly workerLabel: string;
  readonly warmup: string;
  readonly timeout: string;
  readonly checks: readonly CheckRow[];
  readonly thresholds: readonly string[];
  readonly abortOnFail: boolean;
  readonly data: Plan['data'];
  readonly errorStatuses: Plan['errorStatuses'];
  readonly autoStop: boolean;
  readonly watchTarget: boolean;
  /** A port or a program's name; blank: the process that listens on the target's port. */
  readonly watchedProcess: string;
  /** Names and URLs of Prometheus metrics. */
  readonly scrape: readonly Pair[];
  readonly tags: readonly Pair[];
  readonly note: string;
  /** Known to the page only. */
  readonly waitingModel: WaitingModel | null;
}

/** Suggestions of the form to begin with, where a plan has to say something and has no default. */
export const suggested = {
  connections: '50',
  requests: '',
  duration: '10s',
  rate: '500',
  start: '',
  stages: [
    { to: '100', over: '5s' },
    { to: '100', over: '10s' },
  ],
} as const satisfies Partial<FormValues>;

export function firstRequest({ requestRows }: Pick<FormValues, 'requestRows'>): RequestRow {
  return requestRows[0] ?? emptyRequest;
}

/** Where a request stands in the plan: `/target` or `/requests/2`. */
export function requestPointer({ several }: Pick<FormValues, 'several'>, index: number): string {
  return several ? `/requests/${index}` : '/target';
}

/** The order that the plan will have: a list that says neither is a sequence as soon as a request hands a value on. */
export function inSequence({ several, requestOrder, requestRows }: FormValues): boolean {
  if (!several || requestOrder === 'mix') return false;
  return requestOrder === 'sequence' || requestRows.some((row) => row.extract.some((one) => one.name !== '' || one.value !== ''));
}

/** The name a run gets when none was written. */
export function autoName(values: Pick<FormValues, 'several' | 'requestRows'>): string {
  const { method, url, isCall, isSocket, call } = firstRequest(values);
  const place = url.replace(/^[a-z]+:\/\//i, '').replace(/\?.*$/, '');
  if (values.several) return `${values.requestRows.length} requests · ${place.replace(/\/.*$/, '')}`.slice(0, 200);
  return `${isCall ? call.call : isSocket ? '' : method} ${place}`.trim().slice(0, 200);
}
