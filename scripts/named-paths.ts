/** Every path that a page of documentation names, in a link or in `code`, is there. A path in code may leave out where it begins: `pace/due-wait.ts`. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' }).trim().split('\n');
/** Each file and each folder by every end of its path. */
const ends = new Set<string>();
const whole = new Set(files);
for (const file of files)
  for (let path = file; path !== '.'; path = dirname(path)) {
    whole.add(path);
    const names = path.split('/');
    for (let first = 0; first < names.length; first++) ends.add(names.slice(first).join('/'));
  }

/** `a/{b,c}.ts` are two paths. */
function unfold(path: string): string[] {
  const [, before, inside, after] = /^(.*?)\{([^}]*)\}(.*)$/.exec(path) ?? [];
  return inside === undefined ? [path] : inside.split(',').flatMap((one) => unfold(`${before}${one}${after}`));
}

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
const anchorsOf = (page: string) => [...readFileSync(page, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));
const isPath =
  /^(packages|apps|workers|docs|deploy|scripts|e2e|bench|migrations)\/[\w./{},-]+$|^[\w./{},-]+\/[\w.{},-]+\.(tsx?|mjs|css|sql)$/;

function missingLink(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path).replace(/\/$/, '');
  return !whole.has(target) || (anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor));
}

// The changelog speaks of what was.
const pages = files.filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md');
const missing = pages.flatMap((page) => {
  const text = readFileSync(page, 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');
  const links = [...text.matchAll(/\]\((?!\w+:)([^)\s]+)\)/g)].map(([, link = '']) => link).filter((link) => missingLink(page, link));
  const paths = [...text.matchAll(/`([^`\n]+)`/g)]
    .flatMap(([, code = '']) => (isPath.test(code) ? unfold(code.replace(/\/$/, '')) : []))
    .filter((path) => !ends.has(path) && !/\bdist\/|NNN/.test(path));
  return [...links, ...paths].map((path) => `${page}: ${path} is not there\n`);
});
process.stderr.write(missing.join(''));
process.exitCode = missing.length > 0 ? 1 : 0;
