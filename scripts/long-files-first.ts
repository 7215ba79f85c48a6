import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The longest files, those that need the processor and those that wait in turns. vitest knows how long a file took on this machine; on a
 * fresh one it goes by size, and some of these begin late.
 */
const long = [
  'apps/cli/test/server.test.ts',
  'workers/test/together.test.ts',
  'workers/test/restart.test.ts',
  'workers/test/turns.test.ts',
  'e2e/src/screens.test.ts',
  'e2e/src/http-client.test.ts',
  'e2e/src/people.test.ts',
  'e2e/src/language.test.ts',
  'e2e/src/plan-keeping.test.ts',
  'workers/test/queue.test.ts',
  'packages/engine/test/grpc/grpc-interop.test.ts',
  'e2e/src/experiment.test.ts',
  'apps/standalone/test/standalone.test.ts',
  'e2e/src/share.test.ts',
  'workers/test/shards.test.ts',
  'e2e/src/study.test.ts',
  'workers/test/experiment-kinds.test.ts',
  'workers/test/whole-run.test.ts',
  'e2e/src/journey.test.ts',
  'workers/test/kill.test.ts',
  // A journey that this list does not name yet: no journey is short.
  'e2e/src/',
  'workers/test/outage.test.ts',
  'workers/test/experiment-lost.test.ts',
  'apps/cli/test/local.test.ts',
  'apps/cli/test/services.test.ts',
  'workers/test/limits/planted-limits.test.ts',
  'apps/api/test/http/hostile-servers.test.ts',
  'apps/api/test/live/live-readers.test.ts',
  'workers/test/experiment.test.ts',
  'apps/api/test/live/api-killed.test.ts',
  'workers/test/target-watch.test.ts',
  'apps/api/test/live/outage.test.ts',
  'workers/test/finish-shard.test.ts',
  'packages/engine/test/times.test.ts',
  'apps/api/test/runs/long-runs.test.ts',
  'apps/api/test/comparison/comparer.test.ts',
  'apps/api/test/runs/older-schemas.test.ts',
  'apps/api/test/auth/account-attacks.test.ts',
  'packages/engine/test/parity.test.ts',
  'packages/engine/test/counts.test.ts',
  'packages/statistics/test/speed.test.ts',
  'packages/statistics/test/coverage.test.ts',
  'packages/statistics/src/bootstrap/coverage.test.ts',
  'apps/web/src/features/launch/values/plan-form.test.ts',
  'apps/web/scripts/bundle-agent.test.ts',
];

/**
 * Begins the longest files before the others: one that begins last is waited for by nothing but itself. Files that share what they import
 * stay with those of their project. The others stay with those that run at the same time, and their projects take turns, so that one that
 * needs the processor has one that waits beside it. For the same reason simulations are spread over the engine's files, which wait for two thirds
 * of their time. Unit tests end their group: so short that no core waits for another.
 */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const kinds = [...new Set(sorted.map(kindOf))].sort((a, b) => Number(a === 'unit') - Number(b === 'unit'));
    const rank = ({ moduleId }: TestSpecification) => {
      const place = long.findIndex((file) => moduleId.includes(`/${file}`));
      return place < 0 ? long.length : place;
    };
    return kinds.flatMap((kind) => {
      const files = sorted.filter((file) => kindOf(file) === kind).sort((a, b) => clientOf(a) - clientOf(b) || rank(a) - rank(b));
      return spread([...Map.groupBy(files, turnOf).values()]);
    });
  }
}

/** The place of the files that measure loads among the groups that run one after the other. */
export const measuringGroup = 3;

/** Each list in its order, spread evenly over all. */
function spread(lists: readonly (readonly TestSpecification[])[]): TestSpecification[] {
  return lists
    .flatMap((own) => own.map((file, at) => ({ file, place: (at + 0.5) / own.length })))
    .sort((a, b) => a.place - b.place)
    .map(({ file }) => file);
}

/** Files of one kind run one after the other. */
function kindOf({ project }: TestSpecification): string {
  if (project.name === 'simulation' || isOfEngine(project.name)) return 'engine';
  return project.config.isolate ? `group ${project.config.sequence.groupOrder}` : project.name;
}

/**
 * Within a kind, these take turns. Both clients of the engine are one, the files of each together; so are all that measure loads, which wait
 * whatever their project.
 */
function turnOf({ project }: TestSpecification): string {
  if (isOfEngine(project.name)) return 'engine';
  return project.config.sequence.groupOrder === measuringGroup ? 'measuring' : project.name;
}

function clientOf({ project }: TestSpecification): number {
  return project.name === 'engine on wire' ? 1 : 0;
}

function isOfEngine(project: string): boolean {
  return project.startsWith('engine on ');
}
