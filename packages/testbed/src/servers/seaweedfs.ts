/** SeaweedFS, unmodified: a store of objects that is made of more than files. Built once with Go (minutes at first), into a folder that `npm ci` empties. */
import { join } from 'node:path';
import { buildGo } from './build-go.ts';

/** Release 4.x of 2026-11-09: its tags are none of Go's. */
const version = 'v0.0.0-20261109003541-7506e5f91cd6';
const folder = join(import.meta.dirname, '../../../../node_modules/.cache/seaweedfs-20261109');

/** Its program, for PLIMSOLL_TEST_S3. */
export const seaweedfsProgram = join(folder, 'weed');

/** Builds it where it is not built yet. Answers why it cannot be, or null. */
export const buildSeaweedfs = (): Promise<string | null> =>
  buildGo({
    folder,
    modules: [`github.com/seaweedfs/seaweedfs@${version}`],
    programs: { weed: { package: 'github.com/seaweedfs/seaweedfs/weed' } },
  });
