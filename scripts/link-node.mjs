/**
 * Puts the pinned Node where npm scripts find it first. npm does so by itself, but version 10 (which comes with Node 20)
 * leaves the link of this optional package out in a workspace. Plain JavaScript: it runs on whatever Node started npm.
 */
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const modules = join(import.meta.dirname ?? '.', '..', 'node_modules');
const pinned = `node-${process.platform}-${process.arch}`;
const link = join(modules, '.bin', 'node');
if (process.platform !== 'win32' && existsSync(join(modules, pinned, 'bin', 'node')) && !existsSync(link)) {
  mkdirSync(join(modules, '.bin'), { recursive: true });
  symlinkSync(join('..', pinned, 'bin', 'node'), link);
}
