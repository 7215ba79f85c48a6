import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The longest files, those that need the processor and those that wait in turns. vitest knows how long a file took on this machine; on a
 * fresh one it goes by size, and some of these begin late.
 */
const long = [
  'e2e/src/screens.test.ts',
  'workers/test/queue.test.ts',
  'packages/engine/test/grpc-interop.test.ts',
  'e2e/src/experiment.test.ts',
  'apps/standalone/test/standalone.test.ts',
  'e2e/src/share.test.ts',
  'workers/test/shards.test.ts',
  'e2e/src/study.test.ts',
  'workers/test/whole-run.test.ts',
  'e2e/src/journey.test.ts',
  'workers/test/kill.test.ts',
  'e2e/src/plan-keeping.test.ts',
  'workers/test/outage.test.ts',
  'e2e/src/http-client.test.ts',
  'e2e/src/launch.test.ts',
  'workers/test/experiment-lost.test.ts',
  'packages/engine/test/times.test.ts',
  'apps/api/test/runs/long-runs.test.ts',
  'apps/api/test/comparison/comparer.test.ts',
  'apps/api/test/runs/older-schemas.test.ts',
  'apps/api/test/auth/account-attacks.test.ts',
];

/**
 * Begins the longest files before the others: one that begins last is waited for by nothing but itself. Files that share what they import
 * stay with those of their project, the others with those that run at the same time.
 */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const kinds = [...new Set(sorted.map(kindOf))];
    const rank = ({ moduleId }: TestSpecification) => {
      const place = long.findIndex((file) => moduleId.endsWith(file));
      return place < 0 ? long.length : place;
    };
    return kinds.flatMap((kind) => sorted.filter((file) => kindOf(file) === kind).sort((a, b) => rank(a) - rank(b)));
  }
}

function kindOf({ project }: TestSpecification): string {
  return project.config.isolate ? `group ${project.config.sequence.groupOrder}` : project.name;
}
