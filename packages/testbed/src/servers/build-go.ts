/** Programs in Go, built once into a folder outside the tree. */
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findCommand } from '../find-command.ts';

/** A package of a module, `google.golang.org/grpc/interop/server`, or a source file of ours. */
type GoSource = { readonly package: string } | { readonly file: string };

interface GoBuild {
  /** Holds the programs under their names. */
  readonly folder: string;
  /** Modules that are fetched for them, each with its version: `google.golang.org/grpc@v1.85.0`. */
  readonly modules: readonly string[];
  readonly programs: Readonly<Record<string, GoSource>>;
  /** Told of each program before it is built. */
  onBuild?(name: string): void;
}

/** Long for a slow line, and short of what a test may take. */
const longestFetchMs = 180_000;

/**
 * Builds what is not built yet, or is older than its source file. Answers why it cannot be, or null. Throws where building fails. Takes
 * most of a minute of processor time at first.
 */
export async function buildGo({ folder, modules, programs, onBuild }: GoBuild): Promise<string | null> {
  const missing = Object.entries(programs).filter(([name, source]) => !isBuilt(join(folder, name), source));
  if (missing.length === 0) return null;
  const go = findCommand('go');
  if (go === null) return 'Go is not installed.';
  const module = join(folder, 'module');
  const run = (cwd: string, args: readonly string[], timeout?: number) => promisify(execFile)(go, args, { cwd, timeout });
  mkdirSync(module, { recursive: true });
  try {
    if (!existsSync(join(module, 'go.mod'))) await run(module, ['mod', 'init', 'servers']);
    await run(module, ['get', ...modules], longestFetchMs);
  } catch {
    return 'The modules of Go cannot be fetched.';
  }
  for (const [name, source] of missing) {
    onBuild?.(name);
    if ('file' in source) {
      mkdirSync(join(module, name), { recursive: true });
      copyFileSync(source.file, join(module, name, 'main.go'));
    }
    await run(module, ['build', '-mod=mod', '-o', join(folder, name), 'file' in source ? `./${name}` : source.package]);
  }
  return null;
}

function isBuilt(path: string, source: GoSource): boolean {
  return existsSync(path) && (!('file' in source) || statSync(path).mtimeMs > statSync(source.file).mtimeMs);
}
