/**
 * `npm run stopwatch`: from `git clone` to a decided verdict behind a link, as a newcomer goes, in a real browser with mouse and keys, timed
 * part by part. Ends with exit code 1 where the verdict is undecided or it takes longer than five minutes. `--pause`: how long the person
 * reads before each step, in seconds. `--keep DIR` clones there and leaves it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort } from '@plimsoll/testbed/free-port';
import type { Page } from 'playwright-core';
import { openBrowser } from './browser.ts';

const mostMs = 5 * 60_000;
const stepMs = 120_000;
const keyMs = 25;

const { values } = parseArgs({ options: { pause: { type: 'string', default: '2' }, keep: { type: 'string' } } });
const pauseMs = Number(values.pause) * 1000;
if (!(pauseMs >= 0)) throw new Error('--pause takes seconds.');

const parts: (readonly [name: string, ms: number])[] = [];
let paused = 0;
const say = (text: string) => process.stdout.write(`${text}\n`);
const seconds = (ms: number) => `${(ms / 1000).toFixed(1).padStart(6)} s`;

async function part<T>(name: string, act: () => Promise<T>): Promise<T> {
  const from = performance.now();
  const made = await act();
  parts.push([name, performance.now() - from]);
  say(`${seconds(performance.now() - from)}  ${name}`);
  return made;
}

/** Nothing of the checkout that this runs in belongs to the newcomer; the certificates that their machine trusts do. */
function environment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const names = Object.keys(process.env).filter(
    (name) => !/^(npm_|NODE_(?!EXTRA_CA_CERTS)|DATABASE_URL|REDIS_URL|PLIMSOLL_|INIT_CWD)/i.test(name),
  );
  return { ...Object.fromEntries(names.map((name) => [name, process.env[name]])), ...more };
}

async function command(directory: string, name: string, ...args: string[]): Promise<void> {
  const child = spawn(name, args, { cwd: directory, env: environment(), stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(child, 'exit')) as [number];
  if (code !== 0) throw new Error(`${name} ${args.join(' ')}: exit code ${code}`);
}

/** Resolves with its address once `npm start` says it. */
async function started(directory: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn('npm', ['start'], {
    cwd: directory,
    env: environment({ PORT: String(await freePort()) }),
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  let said = '';
  for await (const piece of child.stdout as AsyncIterable<Buffer>) {
    said += piece.toString();
    const url = /ready: (http:\S+)/.exec(said)?.[1];
    if (url) return { child, url };
  }
  throw new Error(`npm start ended: ${said}`);
}

const read = async () => {
  paused += pauseMs;
  await sleep(pauseMs);
};

async function press(page: Page, role: 'button' | 'link' | 'switch', name: string | RegExp): Promise<void> {
  const place = page.getByRole(role, { name }).first();
  await place.waitFor({ timeout: stepMs });
  await read();
  await place.click();
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).click();
  await page.keyboard.type(text, { delay: keyMs });
}

async function finished(page: Page): Promise<void> {
  await page.waitForURL(/\/runs\//, { timeout: stepMs });
  await page.getByRole('button', { name: 'Run again', exact: true }).waitFor({ timeout: stepMs });
}

/** Its headline; it is decided where it does not begin with the word that says it is not. */
async function headline(page: Page): Promise<string> {
  const heading = page.getByRole('heading', { level: 1, name: /^(?!Compare$|Experiment)/ });
  await heading.waitFor({ timeout: stepMs });
  return (await heading.textContent())?.trim() ?? '';
}
const isDecided = (verdict: string) => /(slower|faster|worse|better|no difference)/i.test(verdict) && !/^Undecided/.test(verdict);

async function journey(page: Page, url: string): Promise<string> {
  await part('set up: owner and team', async () => {
    await page.goto(url);
    await page.getByLabel('Your name').waitFor();
    await read();
    await type(page, 'Your name', 'Ada Lovelace');
    await type(page, 'E-mail', 'ada@example.com');
    await type(page, 'Password', 'correct horse battery');
    await type(page, 'Team name', 'Payments');
    await page.getByRole('button', { name: 'Create owner and team' }).click();
    await page.getByRole('heading', { name: 'New run' }).waitFor();
  });
  await part('first run, of the demo target', async () => {
    await press(page, 'button', /^Run/);
    await finished(page);
  });
  await part('second run, with keep-alive off', async () => {
    await press(page, 'link', 'Edit and re-run');
    await press(page, 'switch', /Keep-alive/);
    await press(page, 'button', /^Run/);
    await page.waitForURL(/\/runs\//);
    await finished(page);
  });
  let verdict = await part('Compare', async () => {
    await press(page, 'link', /^Runs/);
    await page.getByRole('table', { name: 'Runs' }).waitFor();
    await read();
    const boxes = page.getByRole('table', { name: 'Runs' }).getByRole('checkbox', { name: /^Select / });
    for (const at of [1, 0]) await boxes.nth(at).click();
    await page
      .getByRole('region', { name: 'Selected runs' })
      .getByRole('button', { name: /Compare/ })
      .click();
    await page.getByRole('table', { name: 'Verdicts' }).waitFor({ timeout: stepMs });
    return headline(page);
  });
  say(`          “${verdict}”`);
  if (!isDecided(verdict))
    verdict = await part('Decide it', async () => {
      await press(page, 'button', /^Decide it/);
      await page.waitForURL(/\/experiments\//);
      await page.getByRole('progressbar').first().waitFor();
      await page
        .getByRole('progressbar')
        .first()
        .waitFor({ state: 'detached', timeout: 2 * mostMs });
      await page.getByRole('table', { name: 'Verdicts' }).first().waitFor();
      return headline(page);
    });
  const link = await part('Share', async () => {
    await press(page, 'button', 'Share');
    await press(page, 'button', 'Create link');
    return page.getByLabel('Public link').inputValue();
  });
  return part('somebody without an account opens it', async () => {
    const stranger = await page.context().browser()?.newContext();
    const visitor = await stranger?.newPage();
    await visitor?.goto(link);
    await visitor?.getByRole('table', { name: 'Verdicts' }).first().waitFor();
    const shown = (await visitor?.getByRole('heading', { level: 1 }).textContent())?.trim() ?? '';
    await stranger?.close();
    return shown || verdict;
  });
}

const source = fileURLToPath(new URL('../..', import.meta.url));
const directory = values.keep ?? (await mkdtemp(join(tmpdir(), 'plimsoll-stopwatch-')));
const clone = join(directory, 'plimsoll');
let child: ChildProcess | null = null;
try {
  await part('git clone', () => command(directory, 'git', 'clone', '--quiet', `file://${source}`, clone));
  await part('npm ci', () => command(clone, 'npm', 'ci', '--no-audit', '--no-fund', '--loglevel=error'));
  const product = await part('npm start, until it says that it is ready', () => started(clone));
  child = product.child;
  // A person's browser is open already.
  const browser = await openBrowser();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(stepMs);
  const verdict = await journey(page, product.url);
  await browser.close();
  const whole = parts.reduce((sum, [, ms]) => sum + ms, 0);
  say(`${seconds(whole)}  in all, ${(paused / 1000).toFixed(0)} s of it reading before a step`);
  say(`“${verdict}”`);
  if (!isDecided(verdict)) throw new Error('The verdict is undecided.');
  if (whole > mostMs) throw new Error('It took longer than five minutes.');
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  if (child?.pid !== undefined && child.exitCode === null) {
    process.kill(-child.pid, 'SIGINT');
    await once(child, 'exit');
  }
  if (values.keep === undefined) await rm(directory, { recursive: true, force: true });
}
process.exit();
