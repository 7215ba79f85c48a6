/**
 * `npm run pictures`: measures what the README shows, on the demo target, and takes its pictures: a run that is stamped valid, two services told
 * apart at once, and a run under way. On a machine that does nothing else: a run that is not valid, or an experiment that decides nothing, ends it
 * with exit code 1.
 */
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { openBrowser } from './browser.ts';
import { startProduct } from './product.ts';

const folder = new URL('../../docs/images/', import.meta.url);
const size = { width: 1280, height: 800 };
const mostBytes = 200_000;
const mostTries = 3;
const ended = ['completed', 'stopped', 'auto_stopped', 'failed', 'worker_lost', 'control_lost', 'start_failed', 'target_refused'];

interface Ended {
  readonly state: string;
  readonly stateReason: string | null;
  readonly validity?: { readonly stamp: string; readonly reasons: readonly string[] };
  readonly comparisons?: readonly { readonly result: { readonly candidates: readonly { readonly sentence: string }[] } }[];
}

function openApi(context: BrowserContext, url: string) {
  const answerOf = async <T>(answer: Awaited<ReturnType<BrowserContext['request']['get']>>): Promise<T> => {
    if (!answer.ok()) throw new Error(`${answer.url()}: ${answer.status()} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const get = async <T>(path: string): Promise<T> => answerOf(await context.request.get(url + path));
  const post = async <T>(path: string, data: object): Promise<T> =>
    answerOf(await context.request.post(url + path, { data, headers: { origin: url } }));
  const untilEnded = async (path: string): Promise<Ended> => {
    for (;;) {
      const found = await get<Ended>(path);
      if (ended.includes(found.state)) return found;
      await sleep(1000);
    }
  };
  return { get, post, untilEnded };
}

/** Measures until it is good. Throws why the last try is not. */
async function good(name: string, measure: () => Promise<{ readonly id: string } | { readonly why: string }>): Promise<string> {
  for (let nth = 1; ; nth++) {
    const measured = await measure();
    if ('id' in measured) return measured.id;
    process.stdout.write(`${name}, try ${nth}: ${measured.why}\n`);
    if (nth === mostTries) throw new Error(`The ${name} is not good enough to be shown.`);
  }
}

/** As WebP, which the browser itself writes. */
async function picture(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  const png = (await page.screenshot({ animations: 'disabled' })).toString('base64');
  // The product's own pages fetch nothing but its API.
  const blank = await page.context().newPage();
  const webp = await blank.evaluate(async (encoded) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${encoded}`)).blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.86 });
    return Array.from(new Uint8Array(await blob.arrayBuffer()));
  }, png);
  await blank.close();
  if (webp.length > mostBytes) throw new Error(`${name} has ${webp.length} bytes, and ${mostBytes} at most are wanted.`);
  await writeFile(new URL(`${name}.webp`, folder), new Uint8Array(webp));
  process.stdout.write(`docs/images/${name}.webp: ${Math.round(webp.length / 1000)} kB\n`);
}

const product = await startProduct();
const browser = await openBrowser();
try {
  const context = await browser.newContext({ viewport: size, deviceScaleFactor: 2, colorScheme: 'light', reducedMotion: 'reduce' });
  const { get, post, untilEnded } = openApi(context, product.url);
  await post('/api/v1/setup', { name: 'Ada Lovelace', email: 'ada@example.com', password: 'correct horse battery', team: 'Payments' });
  const { demoTarget } = await get<{ demoTarget: string }>('/api/v1/system');
  const page = await context.newPage();
  const open = async (path: string, drawn: string) => {
    await page.goto(product.url + path);
    await page.locator(drawn).first().waitFor();
    await sleep(1500);
  };
  const launch = async (plan: object) => (await post<{ id: string }>('/api/v1/runs', { plan: { version: 1, ...plan } })).id;

  // Up to where it carries no more, and down again: planned, good and refused answers part, and the story says when.
  const stairs = [100, 200, 300, 400, 500, 600].flatMap((to) => [
    { to, over: '0s' },
    { to, over: '6s' },
  ]);
  const limit = await good('run', async () => {
    const id = await launch({
      name: 'checkout',
      target: { url: `${demoTarget}?delayMs=8&jitterMs=4&capacity=450` },
      load: { model: 'open', stages: [...stairs, { to: 200, over: '0s' }, { to: 200, over: '12s' }], maxConnections: 200 },
      thresholds: ['p(99) < 250ms', 'error_rate < 1%'],
    });
    const { state, validity } = await untilEnded(`/api/v1/runs/${id}`);
    return validity?.stamp === 'valid' ? { id } : { why: `${state}, ${validity?.stamp}: ${validity?.reasons.join(' ')}` };
  });
  await open(`/runs/${limit}`, '.recharts-surface');
  await picture(page, 'run');

  const load = { model: 'open', rate: 200, duration: '20s', maxConnections: 100 };
  const variant = (name: string, delayMs: number) => ({
    name,
    plan: { version: 1, name: `checkout, ${name}`, target: { url: `${demoTarget}?delayMs=${delayMs}&jitterMs=6` }, load },
  });
  const experiment = await good('experiment', async () => {
    const { id } = await post<{ id: string }>('/api/v1/experiments', {
      name: 'checkout: 41 against 42',
      kind: 'ab',
      design: 'together',
      variants: [variant('build 41', 20), variant('build 42', 23)],
      repeats: 3,
    });
    const { state, stateReason, comparisons } = await untilEnded(`/api/v1/experiments/${id}`);
    const verdict = comparisons?.[0]?.result.candidates[0]?.sentence ?? '';
    return /slower/i.test(verdict) ? { id } : { why: `${state}: ${verdict} ${stateReason}` };
  });
  await open(`/experiments/${experiment}`, 'table');
  await picture(page, 'experiment');

  const live = await launch({
    name: 'checkout, 300/s',
    target: { url: `${demoTarget}?delayMs=15&jitterMs=8` },
    load: { model: 'open', rate: 300, duration: '60s', maxConnections: 100 },
    thresholds: ['p(99) < 100ms', 'error_rate < 1%'],
  });
  await page.goto(`${product.url}/runs/${live}`);
  await sleep(35_000);
  await picture(page, 'live');
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await browser.close();
  await product.stop();
}
