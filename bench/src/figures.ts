/** The figures of one round of one generator. Times in ms; null = the tool does not report it. */
export interface Figures {
  readonly perSecond: number;
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
  readonly p999Ms: number | null;
  readonly failed: number | null;
  /** From time 0 of the load, where the generator knows; what came before, a JIT warm-up, is left out. */
  readonly cpuSeconds?: number;
  readonly extra?: Readonly<Record<string, number>>;
}

export interface Round extends Figures {
  /** Share of one core. */
  readonly cpuShare: number;
  readonly perCpuSecond: number;
}

export function median(values: readonly (number | null | undefined)[]): number | null {
  const known = values.filter((value): value is number => typeof value === 'number' && Number.isFinite(value)).sort((a, b) => a - b);
  if (known.length === 0) return null;
  const middle = known.length >> 1;
  return known.length % 2 ? (known[middle] as number) : ((known[middle - 1] as number) + (known[middle] as number)) / 2;
}

/** `1.02ms`, `870.00us`, `1.5s` as ms; null if it is not a duration. */
export function parseDuration(text: string | undefined): number | null {
  const match = /^([\d.]+)(us|ms|s|m)$/.exec(text ?? '');
  if (!match) return null;
  return Number(match[1]) * { us: 0.001, ms: 1, s: 1000, m: 60_000 }[match[2] as 'us' | 'ms' | 's' | 'm'];
}
