/** Clients that others' generators make of the OpenAPI document, and the examples of the reference, each tried against a server. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { api } from '@plimsoll/contracts/paths';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useApi } from '../support/scene.ts';
import { finishedRun } from '../support/stored-runs.ts';

const run = promisify(execFile);
const { test, boss } = useApi();
const root = fileURLToPath(new URL('../../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'plimsoll-clients-'));
let url: string;
let token: string;
let runId: string;

interface Sample {
  readonly label: 'curl' | 'JavaScript' | 'Python';
  readonly source: string;
}
interface Document {
  readonly paths: Record<string, Record<string, { readonly operationId: string; readonly 'x-codeSamples': readonly Sample[] }>>;
}
let document: Document;
const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, told]) => ({ name: `${method} ${path}`, ...told })),
  );

beforeAll(async () => {
  url = await test.app.listen({ host: '127.0.0.1', port: 0 });
  token = (await boss<{ token: string }>('POST', api.tokens, { name: 'programs' })).body.token;
  runId = (await finishedRun(test, boss, { seconds: 12 })).id;
  document = (await test.anonymous<Document>('GET', '/api/openapi.json')).body;
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const environment = () => ({ PATH: process.env.PATH ?? '', PLIMSOLL_URL: url, PLIMSOLL_TOKEN: token, ID: runId });

it('every operation has a name of its own, and an example in three languages', () => {
  const names = operations().map(({ operationId }) => operationId);
  expect(names.filter((name, at) => !/^[a-z][A-Za-z0-9]+$/.test(name) || names.indexOf(name) !== at)).toEqual([]);
  for (const { name, 'x-codeSamples': samples } of operations())
    expect(
      samples.map(({ label }) => label),
      name,
    ).toEqual(['curl', 'JavaScript', 'Python']);
});

const tried = [
  'get /api/v1/runs',
  'get /api/v1/runs/{id}',
  'get /api/v1/runs/{id}/story',
  'post /api/v1/runs',
  'post /api/v1/experiments',
  'patch /api/v1/runs/{id}',
  'post /mcp',
];
it.each(tried)('%s is answered as its examples ask', async (name) => {
  const samples = operations().find((one) => one.name === name)?.['x-codeSamples'] ?? [];
  const programs = { curl: ['bash', 'sh'], JavaScript: [process.execPath, 'mjs'], Python: ['python3', 'py'] } as const;
  expect(samples).toHaveLength(3);
  for (const { label, source } of samples) {
    const [program, kind] = programs[label];
    const file = join(folder, `example.${kind}`);
    writeFileSync(file, source);
    const { stdout } = await run(program, [file], { env: environment() });
    expect(stdout.trim().length, `${label}: ${source}`).toBeGreaterThan(1);
  }
});

it("every example's syntax is that of its language", async () => {
  const sources = (label: Sample['label']) =>
    operations().flatMap(({ 'x-codeSamples': samples }) => samples.find((one) => one.label === label)?.source ?? []);
  const files = sources('JavaScript').map((source, at) => {
    const file = join(folder, `check-${at}.mjs`);
    writeFileSync(file, source);
    return file;
  });
  const judge = 'import json, sys\nfor source in json.load(sys.stdin): compile(source, "example", "exec")';
  writeFileSync(join(folder, 'judge.py'), judge);
  const python = run('python3', [join(folder, 'judge.py')]);
  python.child.stdin?.end(JSON.stringify(sources('Python')));
  writeFileSync(join(folder, 'all.sh'), sources('curl').join('\n'));
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: { allowJs: true, noEmit: true, module: 'nodenext', target: 'esnext', types: [], noCheck: true },
      files,
    }),
  );
  await Promise.all([python, run('bash', ['-n', join(folder, 'all.sh')]), run(process.execPath, [tsc, '-p', folder])]);
});

const tsc = join(root, 'node_modules/typescript-native/bin/tsc');

// As docs/api.md says: a field with a default may be left out of what is sent.
it('openapi-typescript makes types that compile, with a program that uses them', async () => {
  const made = join(folder, 'typescript');
  mkdirSync(made, { recursive: true });
  writeFileSync(join(made, 'schema.ts'), astToString(await openapiTS(JSON.stringify(document), { defaultNonNullable: false })));
  writeFileSync(
    join(made, 'program.ts'),
    `import type { components, operations } from './schema.ts';
type Run = components['schemas']['Run'];
type Finding = components['schemas']['Finding'];
export type Posted = operations['postRuns']['requestBody']['content']['application/json'];
export const posted: Posted = { plan: { version: 1, name: 'a', target: { url: 'http://127.0.0.1/' }, load: { model: 'open', rate: 1, duration: '1s' } } };
export function tell(run: Run): string {
  const p99: number | null | undefined = run.summary?.responseTime.p99Us;
  return \`\${run.state} \${p99 ?? '–'} \${run.validity?.stamp ?? '–'}\`;
}
/** The kind tells the findings apart. */
export const ceiling = (finding: Finding): number | null => (finding.kind === 'goodput_ceiling' ? finding.figures.goodPerSecond : null);
// @ts-expect-error: no run has this state.
export const wrong: Run['state'] = 'finished';
`,
  );
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'esnext',
    types: [],
    lib: ['esnext'],
    allowImportingTsExtensions: true,
  };
  writeFileSync(join(made, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  const { stdout } = await run(process.execPath, [tsc, '-p', made]).catch((failed: { stdout: string }) => failed);
  expect(stdout).toBe('');
});

describe('openapi-python-client', () => {
  const version = '0.29.1';
  const venv = join(root, `node_modules/.cache/openapi-python-client-${version}`);
  const bin = (name: string) => join(venv, 'bin', name);

  // Some 16 s of pip where it is not there yet, 7 s to generate, 2 s to import 800 modules.
  it('makes a client of every route: each of its modules is imported, and it reads a run', { timeout: 180_000 }, async () => {
    if (!existsSync(bin('openapi-python-client'))) {
      await run('python3', ['-m', 'venv', venv]);
      await run(bin('pip'), ['install', '--quiet', `openapi-python-client==${version}`]);
    }
    // It knows no CSV and no results of other tools: they are bytes to it.
    const asBytes = [
      'text/csv',
      'text/plain',
      'text/tab-separated-values',
      'application/x-ndjson',
      'application/gzip',
      'application/x-gzip',
      'application/jsonl',
      'image/png',
      'image/svg+xml',
    ];
    writeFileSync(
      join(folder, 'config.json'),
      JSON.stringify({
        content_type_overrides: Object.fromEntries(asBytes.map((type) => [type, 'application/octet-stream'])),
        post_hooks: [],
      }),
    );
    const given = [
      'generate',
      '--path',
      join(folder, 'openapi.json'),
      '--config',
      join(folder, 'config.json'),
      '--meta',
      'none',
      '--output-path',
      join(folder, 'plimsoll_client'),
    ];
    const { stdout, stderr } = await run(bin('openapi-python-client'), given);
    expect((stdout + stderr).match(/warning|error|unable|unsupported/gi) ?? [], stdout + stderr).toEqual([]);
    writeFileSync(
      join(folder, 'program.py'),
      `import importlib, os, pkgutil
import plimsoll_client
from plimsoll_client import AuthenticatedClient
from plimsoll_client.api.runs import get_run
modules = [importlib.import_module(one.name) for one in pkgutil.walk_packages(plimsoll_client.__path__, "plimsoll_client.")]
client = AuthenticatedClient(base_url=os.environ["PLIMSOLL_URL"], token=os.environ["PLIMSOLL_TOKEN"])
run = get_run.sync(id=os.environ["ID"], client=client)
print(len(modules), run.state, run.summary.requests, run.validity.stamp)
`,
    );
    const read = await run(bin('python'), [join(folder, 'program.py')], { env: environment(), cwd: folder });
    const [modules, ...told] = read.stdout.trim().split(' ');
    expect(Number(modules)).toBeGreaterThan(200);
    expect(told).toEqual(['completed', '600', 'valid']);
  });
});
