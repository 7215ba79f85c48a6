/** What the entry of each process does. */
import { writeFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtProgram } from './built-program.ts';
import { root } from './program-build.ts';

/** Where code that a process compiled lies for the next one. */
export const compileCache = join(root, 'node_modules/.cache/node');

/** Runs the program, built or from its sources, with the code that an earlier start compiled. */
export async function startProgram(source: URL): Promise<void> {
  // Where it names another place, that one stays. Threads look for the variable, not for what this thread was told.
  // biome-ignore lint/style/noProcessEnv: a variable of Node's own, for its threads
  process.env.NODE_COMPILE_CACHE ??= compileCache;
  enableCompileCache();
  const program = builtProgram(source);
  if (program !== source) holdBuild(program);
  // Not imported above: that would be compiled before the cache is on.
  await import(program.href);
}

/** Its build stays as long as we do. */
function holdBuild(program: URL): void {
  try {
    writeFileSync(fileURLToPath(new URL(`./held-by-${process.pid}`, program)), '');
  } catch {
    // Where nobody may write, nobody removes it.
  }
}
