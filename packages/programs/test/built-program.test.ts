/** A small house with the real mechanism in it: its programs are edited, built, and run as processes. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const own = join(import.meta.dirname, '..');
const modules = join(own, '../../node_modules');

const manifest = (name: string) => JSON.stringify({ name, version: '1.0.0', type: 'module' });
const worker = (word: string) => `
import { readFileSync } from 'node:fs';
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { builtProgram } from '@plimsoll/programs/built-program';
const beside = readFileSync(new URL('./beside.txt', import.meta.url), 'utf8') + readFileSync(join(import.meta.dirname, 'beside.txt'), 'utf8');
const child = fork(builtProgram(new URL('./child-main.ts', import.meta.url)), { execArgv: [] });
child.on('message', async (child) => {
  if (process.argv[2]) await new Promise((done) => process.stdin.once('data', done));
  const { late } = await import('./late.ts');
  console.log(JSON.stringify({ word: '${word}', beside, child, late, isBuilt: import.meta.filename.endsWith('.mjs') }));
  process.exit(0);
});
if (process.argv[2]) console.log('up');
`;

function makeHouse() {
  const root = mkdtempSync(join(tmpdir(), 'plimsoll-programs-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  cpSync(own, join(root, 'packages/programs'), { recursive: true });
  mkdirSync(join(root, 'node_modules/@plimsoll'), { recursive: true });
  for (const name of ['esbuild', '@esbuild']) symlinkSync(join(modules, name), join(root, 'node_modules', name));
  symlinkSync(join(root, 'packages/programs'), join(root, 'node_modules/@plimsoll/programs'));
  write('package.json', manifest('house'));
  write('tsconfig.json', '{}');
  for (const room of ['apps/api', 'apps/standalone', 'workers']) write(`${room}/package.json`, manifest(room));
  for (const file of ['api/src/run-api', 'standalone/src/run-standalone', 'standalone/src/run-operator'])
    write(`apps/${file}.ts`, 'export {};');
  write(
    'workers/src/main.ts',
    `import { startProgram } from '@plimsoll/programs/start-program';\nawait startProgram(new URL('./run-worker.ts', import.meta.url));`,
  );
  write('workers/src/run-worker.ts', worker('first'));
  write('workers/src/beside.txt', 'b');
  write('workers/src/late.ts', `export const late = 'late';`);
  write('workers/src/child-main.ts', 'process.send?.(import.meta.filename.endsWith(".mjs") ? "built" : "source");');
  const { PATH = '' } = process.env;
  const start = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    promisify(execFile)(process.execPath, args, { cwd: root, env: { PATH, ...more } });
  return {
    root,
    write,
    async run(...flags: string[]) {
      return JSON.parse((await start([...flags, 'workers/src/main.ts'])).stdout) as unknown;
    },
    waiting: () => start(['workers/src/main.ts', 'wait']),
    runWith: async (options: string) => JSON.parse((await start(['workers/src/main.ts'], { NODE_OPTIONS: options })).stdout) as unknown,
    async build() {
      // A build of sources that are as new as its beginning stands for none of them.
      await sleep(20);
      await start(['-e', `await (await import('@plimsoll/programs/build-programs')).buildPrograms()`]);
    },
    builds: () => readdirSync(join(root, 'node_modules/.cache/programs')).filter((name) => name !== 'newest.json'),
  };
}

const source = { word: 'first', beside: 'bb', child: 'source', late: 'late', isBuilt: false };
const built = { ...source, child: 'built', isBuilt: true };

test('a program runs from its sources until it is built, and again from the moment that one of them is edited', async () => {
  const { run, build, write } = makeHouse();
  expect(await run()).toEqual(source);
  await build();
  expect(await run()).toEqual(built);
  write('workers/src/run-worker.ts', worker('second'));
  expect(await run()).toEqual({ ...source, word: 'second' });
  await build();
  expect(await run()).toEqual({ ...built, word: 'second' });
});

test('a source that is put back with its old time counts as edited, and a test does not', async () => {
  const { root, run, build, write, builds } = makeHouse();
  write('aside/late.ts', `export const late = 'put back';`);
  utimesSync(join(root, 'aside/late.ts'), 1e9, 1e9);
  await build();
  write('workers/src/late.test.ts', 'edited');
  expect(await run()).toEqual(built);
  await build();
  expect(builds()).toHaveLength(1);
  renameSync(join(root, 'aside/late.ts'), join(root, 'workers/src/late.ts'));
  expect(await run()).toEqual({ ...source, late: 'put back' });
});

test('whoever looks into a process, or has something loaded before all that it starts, sees the sources', async () => {
  const { run, runWith, build } = makeHouse();
  await build();
  expect(await run('--inspect=0')).toEqual(source);
  expect(await runWith('--import=data:text/javascript,')).toEqual(source);
  expect(await runWith('--max-old-space-size=200')).toEqual(built);
});

test('a process goes on with the build that it began with, which is removed when none of its processes is left', async () => {
  const { root, write, waiting, build, builds, run } = makeHouse();
  await build();
  const [first = ''] = builds();
  const started = waiting();
  await once(started.child.stdout as NodeJS.ReadableStream, 'data');
  const folder = (name: string) => join(root, 'node_modules/.cache/programs', name);
  /** As if it had been made a day ago. */
  const aged = `${(Date.now() - 86_400_000).toString(36)}-1`;
  cpSync(folder(first), folder(aged), { recursive: true });
  mkdirSync(folder('1-1'));
  write('workers/src/late.ts', `export const late = 'newer';`);
  await build();
  expect(builds()).toHaveLength(3);
  expect(existsSync(folder('1-1'))).toBe(false);
  started.child.stdin?.write('go');
  expect(JSON.parse((await started).stdout.replace('up\n', ''))).toEqual(built);
  write('workers/src/late.ts', `export const late = 'newest';`);
  await build();
  expect(existsSync(folder(aged))).toBe(false);
  expect(await run()).toEqual({ ...built, late: 'newest' });
});

test('a build that fails leaves the one before and nothing of its own', async () => {
  const { root, run, write, build, builds } = makeHouse();
  await build();
  write('workers/src/late.ts', 'export const late = ;');
  await expect(build()).rejects.toThrow('Unexpected ";"');
  expect(builds()).toHaveLength(1);
  write('workers/src/late.ts', `export const late = 'late';`);
  expect(await run()).toEqual(source);
  expect(pathToFileURL(root).href).toContain('plimsoll-programs-');
});
