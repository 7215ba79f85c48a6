/** Fails where a style sheet breaks a rule of `style-sheets.ts`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeStyleSheets } from './style-sheets.ts';

const root = join(import.meta.dirname, '../src');
const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
const files = paths.filter((path) => /\.(css|tsx?)$/.test(path)).map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
const broken = judgeStyleSheets(files);
for (const sentence of broken) console.error(sentence);
if (broken.length > 0) process.exitCode = 1;
