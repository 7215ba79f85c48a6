/**
 * Puts the pinned Node where npm scripts find it first. npm does so by itself, but version 10 (which comes with Node 20)
 * leaves the link of this optional package out in a workspace. Where npm has no such package (a Mac), the Node that runs this must
 * be new enough. Plain JavaScript: it runs on whatever Node started npm.
 */
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const modules = join(import.meta.dirname ?? '.', '..', 'node_modules');
const leastMajor = 24;
const pinned = `node-${process.platform}-${process.arch}`;
const link = join(modules, '.bin', 'node');
if (process.platform !== 'win32' && existsSync(join(modules, pinned, 'bin', 'node')) && !existsSync(link)) {
  mkdirSync(join(modules, '.bin'), { recursive: true });
  symlinkSync(join('..', pinned, 'bin', 'node'), link);
}
if (!existsSync(join(modules, pinned)) && Number(process.versions.node.split('.')[0]) < leastMajor) {
  console.error(
    `npm has no Node for ${process.platform} on ${process.arch}: install Node ${leastMajor} or later (this is ${process.version}) and run npm ci again.`,
  );
  process.exit(1);
}
