/** Where telemetry goes, as the operator's settings say it. */
export interface TelemetryConfig {
  readonly metricsUrl: string;
  /** Sent with each export; secrets. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null: each process has a name of its own. */
  readonly serviceName: string | null;
  readonly resource: Readonly<Record<string, string>>;
  readonly exportEveryMs: number;
  readonly histograms: 'explicit_bucket_histogram' | 'base2_exponential_bucket_histogram';
  /** Stands before the name of each metric. */
  readonly metricPrefix: string;
}

/** The process whose telemetry it is. */
export interface Origin {
  /** `plimsoll-worker`. */
  readonly name: string;
  readonly version: string;
  /** One of the processes of that name. */
  readonly instance: string;
}
