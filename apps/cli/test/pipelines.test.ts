/** The GitHub actions and the recipes of docs/pipelines.md, run as the services run them, on a repository made here. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@plimsoll/testbed/free-port';
import { until } from '@plimsoll/testbed/until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { isAlive } from './alive.ts';
import { emptyFolder } from './command.ts';
import { startForge } from './forge-stand-in.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const tools = mkdtempSync(join(tmpdir(), 'plimsoll-pipelines-'));
afterAll(() => rmSync(tools, { recursive: true, force: true }));

const mark = '<!-- plimsoll -->';
const token = 'ghs_of-this-job';

interface Repository {
  readonly folder: string;
  readonly base: string;
  readonly head: string;
}

/** A tiny service, whose head answers after so many milliseconds; its base after 200. */
function makeRepository(headMs: number): Repository {
  const folder = join(emptyFolder(), 'repository');
  mkdirSync(folder, { recursive: true });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], { cwd: folder, encoding: 'utf8' }).trim();
  git('init', '--quiet', '--initial-branch', 'main');
  cpSync(new URL('fixtures/tiny-service.mjs', import.meta.url), join(folder, 'service.mjs'));
  const commit = (ms: number, note: string) => {
    const start = `node service.mjs "$NOTES" ${ms}`;
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'tiny', version: '1.0.0', scripts: { start } }));
    writeFileSync(
      join(folder, 'package-lock.json'),
      JSON.stringify({ name: 'tiny', version: '1.0.0', lockfileVersion: 3, packages: { '': { name: 'tiny', version: '1.0.0' } } }),
    );
    git('add', '.');
    git('commit', '--quiet', '--allow-empty', '-m', note);
    return git('rev-parse', 'HEAD');
  };
  const base = commit(200, 'base');
  git('update-ref', 'refs/remotes/origin/main', base);
  git('remote', 'add', 'origin', folder);
  git('checkout', '--quiet', '-b', 'topic');
  return { folder, base, head: commit(headMs, 'head') };
}

/** A step of a composite action as GitHub runs it: its `run` in bash, its `env` of the inputs given and of their defaults. */
function actionStep(file: string, given: Readonly<Record<string, string>>): { readonly run: string; readonly env: Record<string, string> } {
  const action = parse(readFileSync(join(root, file), 'utf8')) as {
    readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
    readonly runs: { readonly steps: readonly { readonly run: string; readonly env: Readonly<Record<string, string>> }[] };
  };
  const [step] = action.runs.steps;
  if (!step) throw new Error(`${file} has no step`);
  for (const name of Object.keys(given)) if (!action.inputs[name]) throw new Error(`${file} has no input ${name}`);
  const inputValue = (text: string) =>
    text.replace(/^\$\{\{ inputs\.([\w-]+) \}\}$/, (_, name: string) => given[name] ?? action.inputs[name]?.default ?? '');
  const env = Object.fromEntries(Object.entries(step.env).map(([name, text]) => [name, inputValue(text)]));
  return { run: step.run, env: { ...env, GITHUB_ACTION_PATH: dirname(join(root, file)) } };
}

interface Job {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly out: string }>;
  printed(): string;
}

function startScript(shell: readonly [string, ...string[]], script: string, cwd: string, env: Readonly<Record<string, string>>): Job {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const [program, ...flags] = shell;
  const child = spawn(program, [...flags, script], {
    cwd,
    env: {
      PATH: `${dirname(process.execPath)}:${PATH}`,
      NODE_COMPILE_CACHE,
      HOME: tools,
      RUNNER_TEMP: tools,
      npm_config_offline: 'true',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      out += chunk;
    });
  return { child, ended: once(child, 'close').then(([code]) => ({ code: code as number | null, out })), printed: () => out };
}

const bash = ['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c'] as const;

/** What GitHub tells a job of pull request 12. */
function githubOf({ folder, base, head }: Repository, forge: string): Record<string, string> {
  const event = join(dirname(folder), 'event.json');
  writeFileSync(event, JSON.stringify({ pull_request: { number: 12, head: { sha: head }, base: { sha: base } } }));
  const [summary, output] = ['summary', 'output'].map((name) => join(dirname(folder), name)) as [string, string];
  return {
    ...{
      GITHUB_ACTIONS: 'true',
      GITHUB_EVENT_NAME: 'pull_request',
      GITHUB_EVENT_PATH: event,
      GITHUB_REPOSITORY: 'o/r',
      GITHUB_API_URL: forge,
    },
    ...{ GITHUB_SHA: 'a-merge', GITHUB_HEAD_REF: 'topic', GITHUB_BASE_REF: 'main', GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: output },
    NOTES: join(dirname(folder), 'notes'),
  };
}

async function inputsOf(repository: Repository, more: Readonly<Record<string, string>> = {}): Promise<Record<string, string>> {
  const [base, head] = [await freePort(), await freePort()];
  return {
    ...{
      setup: 'npm ci',
      start: 'npm start',
      base: `http://127.0.0.1:${base}/`,
      head: `http://127.0.0.1:${head}/`,
      'base-ref': repository.base,
    },
    ...{ max: '1m', restarts: '0', 'github-token': token, ...more },
  };
}

async function runAction(repository: Repository, forge: string, more: Readonly<Record<string, string>> = {}) {
  const { run, env } = actionStep('action.yml', await inputsOf(repository, more));
  return startScript(bash, run, repository.folder, { ...githubOf(repository, forge), ...env }).ended;
}

const servicesAlive = ({ folder }: Repository) =>
  readFileSync(join(dirname(folder), 'notes'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => Number(line.split(' ')[1]))
    .filter(isAlive);

test('a planted +10 % is 90 and one comment, none is 0 and updates it: found on its page, never another’s', async () => {
  const quoting = Array.from({ length: 130 }, (_, at) => (at === 3 ? `${mark}\nquoted by somebody` : `comment ${at}`));
  const [forge, slower, same] = [await startForge(token, quoting), makeRepository(220), makeRepository(200)];
  const [worse, equal] = await Promise.all([runAction(slower, forge.url), runAction(same, forge.url, { name: 'same', max: '30s' })]);
  expect(worse.code, worse.out).toBe(90);
  expect(equal.code, equal.out).toBe(0);
  const [ours, named] = [mark, '<!-- plimsoll same -->'].map((line) => forge.comments.filter(({ body }) => body.split('\n')[0] === line));
  expect(ours?.map(({ author }) => author)).toEqual(['somebody', 'github-actions[bot]']);
  expect(named).toHaveLength(1);
  const body = ours?.[1]?.body ?? '';
  expect(body).toMatch(/\| p50 \|.*\| Worse \|/);
  expect(body).toContain('would have been seen');
  expect(body).toMatch(/Validity: /);
  expect(readFileSync(join(dirname(slower.folder), 'summary'), 'utf8')).toMatch(/\| p50 \|/);
  expect(readFileSync(join(dirname(slower.folder), 'output'), 'utf8')).toContain('exit-code=90');
  const { runs } = JSON.parse(readFileSync(join(slower.folder, 'plimsoll/result.json'), 'utf8')) as { runs: { tags: object }[] };
  expect(runs.map(({ tags }) => tags)).toContainEqual({ commit: slower.head, branch: 'topic', pull_request: '12' });
  expect(runs.map(({ tags }) => tags)).toContainEqual({ commit: slower.base, branch: 'main' });
  expect(worse.out).toContain('::error title=');
  expect([...servicesAlive(slower), ...servicesAlive(same)]).toEqual([]);
  expect(worse.out + equal.out + JSON.stringify(forge.comments)).not.toContain(token);
  // The next push: the comment is updated, on the second page; and one by the workflow that comments for forks.
  forge.changes.length = 0;
  const fork = { workflow_run: { head_sha: 'f0f0', head_branch: 'topic', head_repository: { owner: { login: 'stranger' } } } };
  const event = join(dirname(same.folder), 'fork.json');
  writeFileSync(event, JSON.stringify(fork));
  writeFileSync(
    join(same.folder, 'comment.md'),
    `${mark}\n### Load benchmark\n\n@ada [x](https://evil.example) ![](https://evil.example/p.png)`,
  );
  const { run, env } = actionStep('deploy/github/comment/action.yml', { 'github-token': token });
  const job = { ...githubOf(same, forge.url), GITHUB_EVENT_NAME: 'workflow_run', GITHUB_EVENT_PATH: event, ...env };
  const commented = await startScript(bash, run, same.folder, job).ended;
  expect(commented.code, commented.out).toBe(0);
  expect(forge.changes).toEqual([`PATCH /repos/o/r/issues/comments/${ours?.[1]?.id}`]);
  const foreign = forge.comments.find(({ id }) => id === ours?.[1]?.id)?.body ?? '';
  expect(foreign).not.toMatch(/@ada|\]\(|https:\/\//);
  await forge.close();
}, 240_000);

test('a job that is cancelled stops both services and comments nothing; one whose token may not comment has its exit code all the same', async () => {
  const repository = makeRepository(200);
  const forge = await startForge('another', []);
  const { run, env } = actionStep('action.yml', await inputsOf(repository, { max: '10m' }));
  const { child, ended, printed } = startScript(bash, run, repository.folder, { ...githubOf(repository, forge.url), ...env });
  await until('a round is under way', 60_000, printed, (text) => text.includes('round 1'));
  expect(servicesAlive(repository)).toHaveLength(2);
  child.kill('SIGINT');
  const { code, out } = await ended;
  expect(code, out).toBe(130);
  expect(servicesAlive(repository)).toEqual([]);
  expect(forge.changes).toEqual([]);
  const refused = await runAction(repository, forge.url, { max: '5s', arguments: '--duration 1s' });
  expect(refused.code, refused.out).toBe(0);
  expect(refused.out).toContain('::warning title=Plimsoll::The comment could not be written');
  await forge.close();
});

/** The recipes of the page, by the name in their first line. */
function recipe(name: string): string {
  const blocks = readFileSync(join(root, 'docs/pipelines.md'), 'utf8').split(/^```\w*\n/m);
  const found = blocks.find((block) => block.split('\n')[0]?.endsWith(` ${name}`));
  if (!found) throw new Error(`docs/pipelines.md has no ${name}`);
  return found.split('\n```')[0] ?? '';
}

/** The same with less load, on ports that are free. */
async function shortened(script: string): Promise<string> {
  const [base, head] = [await freePort(), await freePort()];
  const short = script.replaceAll('127.0.0.1:8081', `127.0.0.1:${base}`).replaceAll('127.0.0.1:8082', `127.0.0.1:${head}`);
  return short.replaceAll('--restarts 5', '--restarts 1 --duration 1s --max 5s');
}

beforeAll(() => {
  execFileSync('npm', ['pack', '-w', 'apps/cli', '--pack-destination', tools], { cwd: root, stdio: 'ignore' });
});

test('the recipes of GitLab, Jenkins and a shell run as they stand, and GitLab’s comments', async () => {
  const packed = join(tools, readdirSync(tools).find((name) => name.endsWith('.tgz')) ?? '');
  const forge = await startForge(
    token,
    Array.from({ length: 101 }, () => 'a note'),
  );
  const start = async (script: string, env: (repository: Repository) => Record<string, string>) => {
    const repository = makeRepository(200);
    const prefix = join(dirname(repository.folder), 'prefix');
    const own = {
      PLIMSOLL_PACKAGE: packed,
      npm_config_prefix: prefix,
      NOTES: join(dirname(repository.folder), 'notes'),
      ...env(repository),
    };
    const found = `export PATH="${prefix}/bin:$PATH"\n${await shortened(script)}`;
    return { repository, env: own, found, ended: await startScript(['sh', '-ec'], found, repository.folder, own).ended };
  };
  const gitlab = parse(recipe('.gitlab-ci.yml')) as { load: { script: string[]; after_script: string[] } };
  const merge = ({ base, head }: Repository) => ({
    ...{ GITLAB_CI: 'true', CI_API_V4_URL: `${forge.url}/api/v4`, CI_PROJECT_ID: '42', CI_MERGE_REQUEST_IID: '12', GITLAB_TOKEN: token },
    ...{ CI_MERGE_REQUEST_DIFF_BASE_SHA: base, CI_COMMIT_SHA: head, CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'topic' },
  });
  const jenkins = /'''\n([\s\S]*?)'''/.exec(recipe('Jenkinsfile'))?.[1] ?? '';
  const made = await Promise.all([
    start([...gitlab.load.script, ...gitlab.load.after_script, ...gitlab.load.after_script].join('\n'), merge),
    start(jenkins, () => ({ CHANGE_TARGET: 'main', CHANGE_ID: '12', GIT_COMMIT: 'abc', BUILD_TAG: 'jenkins-1' })),
    start(recipe('load.sh'), () => ({})),
  ]);
  for (const { ended, repository } of made) {
    expect(ended.code, ended.out).toBe(0);
    expect(servicesAlive(repository)).toEqual([]);
  }
  expect(forge.changes).toEqual([expect.stringMatching(/^POST .*notes$/), expect.stringMatching(/^PUT .*notes\/102$/)]);
  expect(forge.comments).toHaveLength(102);
  await forge.close();
});

test('a user writes ten lines of YAML at most', () => {
  for (const name of ['.github/workflows/load.yml', '.gitlab-ci.yml']) {
    const lines = recipe(name)
      .split('\n')
      .filter((line) => line.trim() !== '' && !line.startsWith('#'));
    expect(lines.length, name).toBeLessThanOrEqual(10);
    expect(parse(recipe(name)), name).toBeTypeOf('object');
  }
});
