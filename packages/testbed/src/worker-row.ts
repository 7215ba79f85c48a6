/** A worker as its row in the database tells of it: one that makes a run at a time and is in no pool. */
const somewhere = { hostname: 'somewhere', version: '0', pid: 1, concurrency: 1, cores: 4, threads: 2, labels: [] as readonly string[] };
type WorkerRow = typeof somewhere & { readonly id: string; readonly startedAt: Date };

export const workerRow = (id: string, change: Partial<WorkerRow> = {}): WorkerRow => ({
  id,
  ...somewhere,
  startedAt: new Date(),
  ...change,
});
