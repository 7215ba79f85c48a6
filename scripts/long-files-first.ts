import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take a minute and more. vitest knows how long a file took on this machine; on a fresh one it goes by size, and these begin late. */
const long = [
  'e2e/src/screens.test.ts',
  'e2e/src/experiment.test.ts',
  'workers/test/queue.test.ts',
  'apps/standalone/test/standalone.test.ts',
];

/** Begins the longest files of a project before its others: one that begins last is waited for by nothing but itself. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    const rank = ({ moduleId }: TestSpecification) => {
      const place = long.findIndex((file) => moduleId.endsWith(file));
      return place < 0 ? long.length : place;
    };
    return projects.flatMap((project) => sorted.filter((file) => file.project === project).sort((a, b) => rank(a) - rank(b)));
  }
}
