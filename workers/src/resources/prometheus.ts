/** From Prometheus text (node_exporter, cAdvisor, `process_*` of client libraries) to figures of a target. Pure. */
import { noResourceFigures, type ResourceFigures } from '@plimsoll/contracts/resources';

interface Sample {
  readonly labels: string;
  readonly value: number;
  /** When the exporter looked, ms; null where it does not say. */
  readonly atMs: number | null;
}
export type Scraped = ReadonlyMap<string, readonly Sample[]>;

const wanted = new Set([
  'node_cpu_seconds_total',
  'node_memory_MemTotal_bytes',
  'node_memory_MemAvailable_bytes',
  'node_disk_read_bytes_total',
  'node_disk_written_bytes_total',
  'node_disk_io_time_seconds_total',
  'node_sockstat_TCP_inuse',
  'container_cpu_usage_seconds_total',
  'container_memory_working_set_bytes',
  'container_fs_reads_bytes_total',
  'container_fs_writes_bytes_total',
  'container_threads',
  'machine_cpu_cores',
  'process_cpu_seconds_total',
  'process_resident_memory_bytes',
  'process_num_threads',
  'go_threads',
  'go_sched_gomaxprocs_threads',
]);
const line = /^([A-Za-z_:][\w:]*)(?:\{([^}]*)\})?\s+(\S+)(?:\s+(-?\d+))?\s*$/;

/** The samples of the metrics we know. A line that cannot be read is passed over, as Prometheus's own comments are. */
export function readPrometheus(text: string): Scraped {
  const scraped = new Map<string, Sample[]>();
  for (const written of text.split('\n')) {
    const name = /^[\w:]+/.exec(written)?.[0];
    if (name === undefined || !wanted.has(name)) continue;
    const [, , labels = '', number = '', at] = line.exec(written) ?? [];
    const value = Number(number);
    if (number === '' || !Number.isFinite(value)) continue;
    const known = scraped.get(name) ?? [];
    scraped.set(name, known);
    known.push({ labels, value, atMs: at === undefined ? null : Number(at) });
  }
  return scraped;
}

const labelOf = (labels: string, name: string) => new RegExp(`(?:^|,)\\s*${name}="((?:[^"\\\\]|\\\\.)*)"`).exec(labels)?.[1];
const sumOf = (samples: readonly Sample[]) => samples.reduce((total, { value }) => total + value, 0);

/** The root group of cAdvisor is the whole machine; without it the sum of the containers counts. */
function ofMachine(samples: readonly Sample[]): readonly Sample[] {
  const root = samples.filter(({ labels }) => labelOf(labels, 'id') === '/');
  return root.length > 0 ? root : samples;
}

export function coresOf(scraped: Scraped, ownCores: number | null): number | null {
  const cpus = new Set((scraped.get('node_cpu_seconds_total') ?? []).map(({ labels }) => labelOf(labels, 'cpu')));
  if (cpus.size > 0) return cpus.size;
  const told = scraped.get('machine_cpu_cores')?.[0] ?? scraped.get('go_sched_gomaxprocs_threads')?.[0];
  return told && told.value >= 1 ? Math.round(told.value) : ownCores;
}

/** Growth between two scrapes, a second; null where it is unknown, or where the exporter has not looked again. */
function rate(before: readonly Sample[] | undefined, now: readonly Sample[] | undefined, elapsedSeconds: number): number | null {
  if (!before?.length || !now?.length) return null;
  const [was, is] = [before[0]?.atMs ?? null, now[0]?.atMs ?? null];
  if (was !== null && was === is) return null;
  const seconds = was !== null && is !== null ? (is - was) / 1000 : elapsedSeconds;
  const grown = sumOf(now) - sumOf(before);
  // A counter that is smaller began again.
  return grown < 0 || seconds <= 0 ? null : grown / seconds;
}

/** `ownCores`: of the machine the scraped process is on, where that is known. */
export function figuresBetween(before: Scraped, now: Scraped, elapsedSeconds: number, ownCores: number | null): ResourceFigures {
  const cores = coresOf(now, ownCores);
  const growth = (name: string, pick = (samples: readonly Sample[]) => samples) =>
    rate(
      before.has(name) ? pick(before.get(name) ?? []) : undefined,
      now.has(name) ? pick(now.get(name) ?? []) : undefined,
      elapsedSeconds,
    );
  const gauge = (name: string, pick = (samples: readonly Sample[]) => samples) => {
    const samples = now.get(name);
    return samples ? sumOf(pick(samples)) : null;
  };
  const both = (one: number | null, other: number | null) => (one === null && other === null ? null : (one ?? 0) + (other ?? 0));
  const total = gauge('node_memory_MemTotal_bytes');
  const free = gauge('node_memory_MemAvailable_bytes');
  const busy = growth('container_cpu_usage_seconds_total', ofMachine) ?? growth('process_cpu_seconds_total');
  const perCore = busy === null || cores === null ? null : busy / cores;
  return {
    ...noResourceFigures,
    cpu: within(nodeCpu(before, now) ?? perCore),
    memoryBytes:
      total !== null && free !== null
        ? total - free
        : (gauge('container_memory_working_set_bytes', ofMachine) ?? gauge('process_resident_memory_bytes')),
    diskBytesPerSecond:
      both(growth('node_disk_read_bytes_total'), growth('node_disk_written_bytes_total')) ??
      both(growth('container_fs_reads_bytes_total', ofMachine), growth('container_fs_writes_bytes_total', ofMachine)),
    diskShare: within(busiestDisk(before, now, elapsedSeconds)),
    openSockets: gauge('node_sockstat_TCP_inuse'),
    threads: gauge('container_threads', ofMachine) ?? gauge('process_num_threads') ?? gauge('go_threads'),
  };
}

const within = (share: number | null) => (share === null ? null : Math.min(1, Math.max(0, share)));

/** 1 − idle, as `top` has it; waiting for a disk is idle. */
function nodeCpu(before: Scraped, now: Scraped): number | null {
  const split = (scraped: Scraped) => {
    const samples = scraped.get('node_cpu_seconds_total') ?? [];
    const idle = samples.filter(({ labels }) => ['idle', 'iowait'].includes(labelOf(labels, 'mode') ?? ''));
    return { all: sumOf(samples), idle: sumOf(idle) };
  };
  const [was, is] = [split(before), split(now)];
  const all = is.all - was.all;
  return all > 0 && was.all > 0 ? 1 - (is.idle - was.idle) / all : null;
}

function busiestDisk(before: Scraped, now: Scraped, elapsedSeconds: number): number | null {
  const name = 'node_disk_io_time_seconds_total';
  const was = new Map((before.get(name) ?? []).map(({ labels, value }) => [labels, value]));
  const shares = (now.get(name) ?? []).flatMap(({ labels, value }) => {
    const first = was.get(labels);
    return first === undefined || value < first ? [] : [(value - first) / elapsedSeconds];
  });
  return shares.length > 0 ? Math.max(...shares) : null;
}
