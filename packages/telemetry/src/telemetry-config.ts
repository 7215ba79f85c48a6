/** Where telemetry goes, as the operator's settings say it. */
export interface TelemetryConfig {
  /** Null: no metrics leave. */
  readonly metrics: MetricsConfig | null;
  /** Null: nothing is traced. */
  readonly traces: TracesConfig | null;
  /** Sent with each export; secrets. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null: each process has a name of its own. */
  readonly serviceName: string | null;
  readonly resource: Readonly<Record<string, string>>;
}

export interface MetricsConfig {
  readonly url: string;
  readonly exportEveryMs: number;
  readonly histograms: 'explicit_bucket_histogram' | 'base2_exponential_bucket_histogram';
  /** Stands before the name of each metric. */
  readonly prefix: string;
}

/** `parentbased_…`: a trace that began elsewhere is recorded where it says so. */
export type TraceSampler = 'always_on' | 'always_off' | 'traceidratio' | `parentbased_${'always_on' | 'always_off' | 'traceidratio'}`;

export interface TracesConfig {
  readonly url: string;
  readonly sampler: TraceSampler;
  /** Share of the traces, for the samplers by ratio: 0 to 1. */
  readonly ratio: number;
}

/** The process whose telemetry it is. */
export interface Origin {
  /** `plimsoll-worker`. */
  readonly name: string;
  readonly version: string;
  /** One of the processes of that name. */
  readonly instance: string;
}
