/** Which file a process or a thread of ours is started from. */
import { join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { builds, freshBuild, root } from './program-build.ts';

/** Whoever looks into a process, or has something loaded before all that it starts, sees the sources. */
function isWatched(): boolean {
  // biome-ignore lint/style/noProcessEnv: a variable of Node's own
  const options = process.env.NODE_OPTIONS ?? '';
  return process.execArgv.some((flag) => flag.startsWith('--inspect')) || /--(inspect|import|require)\b/.test(options);
}

/**
 * The built program of this source, where the build is that of all sources as they are now; else the source itself. In a built program, which
 * names others of its build, whatever it is given.
 */
export function builtProgram(source: URL): URL {
  if (!source.pathname.endsWith('.ts') || isWatched()) return source;
  const build = freshBuild();
  const file = build?.programs[relative(root, fileURLToPath(source)).replaceAll(sep, '/')];
  return build && file ? pathToFileURL(join(builds, build.folder, file)) : source;
}
