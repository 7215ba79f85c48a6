/** The archive on a store that is made of more than files, SeaweedFS, which takes minutes to build: `npm run proof` does. The tests are those of archive.test.ts and of artefacts. */
import { buildSeaweedfs, seaweedfsProgram } from '@plimsoll/testbed/servers/seaweedfs';
import { describe, test } from 'vitest';

const without = await buildSeaweedfs();

describe('on SeaweedFS', async () => {
  if (without) return test.skip(without, () => undefined);
  process.env.PLIMSOLL_TEST_S3 = seaweedfsProgram;
  await import('./archive.test.ts');
  await import('../../artefacts/test/object-store.test.ts');
});
