/** Where builds of the programs lie, and which one is that of the sources as they are. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newestChangeMs } from './newest-change.ts';

export const root = fileURLToPath(new URL('../../../', import.meta.url));
/** npm removes it with the modules that builds were made of. */
export const builds = join(root, 'node_modules/.cache/programs');
/** Names the newest build. */
export const listFile = join(builds, 'newest.json');

/** One build lies in a folder of its own, and is never changed: processes that run it load parts of it late, and start others of its programs. */
export interface ProgramBuild {
  readonly folder: string;
  /** By the clock of the file system, when the build began: a source that is as new may be in it or not. */
  readonly begunMs: number;
  /** What it was made of, from the root on. */
  readonly sources: readonly string[];
  /** The file of each program in the folder, by its source. */
  readonly programs: Readonly<Record<string, string>>;
}

function newestBuild(): ProgramBuild | null {
  try {
    return JSON.parse(readFileSync(listFile, 'utf8')) as ProgramBuild;
  } catch {
    return null;
  }
}

/** The build of the sources as they are now; null where there is none. */
export function freshBuild(): ProgramBuild | null {
  const build = newestBuild();
  return build && newestChangeMs(...build.sources.map((path) => join(root, path))) < build.begunMs ? build : null;
}
