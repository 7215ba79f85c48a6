/** Every dependency that wants to run a script when it is installed stands in package.json's `allowScripts`, with true or false, and no other does. */
import { readFileSync } from 'node:fs';

const read = <Shape>(file: string) => JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')) as Shape;
const { packages } = read<{ packages: Record<string, { hasInstallScript?: boolean; link?: boolean }> }>('package-lock.json');
const { allowScripts } = read<{ allowScripts: Record<string, boolean> }>('package.json');

const marker = 'node_modules/';
const wanting = new Set(
  Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript && path.includes(marker) ? [path.slice(path.lastIndexOf(marker) + marker.length)] : [],
  ),
);
const unjudged = [...wanting].filter((name) => !(name in allowScripts));
const needless = Object.keys(allowScripts).filter((name) => !wanting.has(name));
if (unjudged.length > 0)
  process.stderr.write(`Runs a script when it is installed; read it and put it into allowScripts: ${unjudged.join(', ')}\n`);
if (needless.length > 0) process.stderr.write(`Stands in allowScripts and has no install script: ${needless.join(', ')}\n`);
process.exitCode = unjudged.length + needless.length > 0 ? 1 : 0;
