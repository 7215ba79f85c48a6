/** A worker as its row in the database tells of it: one that makes a run at a time and is in no pool. */
interface WorkerRow {
  readonly id: string;
  readonly hostname: string;
  readonly version: string;
  readonly pid: number;
  readonly concurrency: number;
  readonly cores: number;
  readonly threads: number;
  readonly labels: readonly string[];
  readonly startedAt: Date;
}

export function workerRow(id: string, change: Partial<WorkerRow> = {}): WorkerRow {
  return {
    id,
    hostname: 'somewhere',
    version: '0',
    pid: 1,
    concurrency: 1,
    cores: 4,
    threads: 2,
    labels: [],
    startedAt: new Date(),
    ...change,
  };
}
