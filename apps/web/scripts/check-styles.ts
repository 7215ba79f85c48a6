/** Fails where a style sheet breaks a rule of `style-sheets.ts`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeStyleSheets } from './style-sheets.ts';

function read(root: string, kinds: RegExp, before = '') {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => kinds.test(path));
  return paths.map((path) => ({ path: before + path.replaceAll('\\', '/'), text: readFileSync(join(root, path), 'utf8') }));
}

const pages = join(import.meta.dirname, '../../../packages/pages/src');
const files = [...read(join(import.meta.dirname, '../src'), /\.(css|tsx?)$/), ...read(pages, /\.css$/, 'pages/')];
const broken = judgeStyleSheets(files);
for (const sentence of broken) console.error(sentence);
if (broken.length > 0) process.exitCode = 1;
