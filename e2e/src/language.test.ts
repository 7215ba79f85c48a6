/// <reference lib="dom" />
/** The product in another language: in Chinese from the sign-in to a share, and in one that lengthens every text and reads from right to left. */
import { readPseudoLanguage } from '@plimsoll/testbed/pseudo-language';
import { type Catalogue, textOf } from '@plimsoll/wording/words';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectNoSidewaysScroll } from './page-checks.ts';
import { openPage, useScene } from './scene.ts';
import { listScreens } from './screens.ts';

const scene = useScene({ seeded: true });
const ada = { email: 'ada@example.com', password: 'correct horse battery' };

/** Texts of the page with a word of two letters or more in Latin, neither data nor with a Chinese sign or a mark of the pseudo-language. */
async function untranslated(page: Page, names: ReadonlySet<string>): Promise<string[]> {
  const all = await page.evaluate(() => {
    const shown = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    while (shown.nextNode()) {
      const place = shown.currentNode.parentElement;
      if (place && !place.closest('style, script, noscript, code, pre, kbd, select, .mono') && place.checkVisibility())
        texts.push(shown.currentNode.textContent ?? '');
    }
    return texts.filter((text) => /[a-z]{2}/i.test(text) && !/[\u4e00-\u9fff⟦⟧]/.test(text)).map((text) => text.trim());
  });
  return all.map(bare).filter((text) => !data.test(text) && !names.has(text));
}

/** Names of programs and figures as tools print them, units, codes and figures, which no language says otherwise. */
const data =
  /^(Plimsoll|Ctrl.*|(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)( .*)?|gRPC( .*)?|https?:.*|HTTP( [\d×  ]+)?|YAML|URL|API|CPU|OK|Node\.js|(Nighthawk|ab|ghz|, |、)*|max|mean|stddev|((^| · )p[\d.]+ [\d.]+ (µs|ms|s|min))+|([\d.]+ · )?Chrome .*|undici.*|\{".*\}|load-\d-seed \(load-\d\)|([−+–.\d\s…/%()]|µs|ms|min|s|h|d|kB|MB|GB|B|pp)*)$/;

/** Without the dot of a list, and the number of a run before its name. */
const bare = (text: string) => text.replaceAll('\u00a0', ' ').replace(/^(· |#\d+ )/, '');

async function expectTranslated(page: Page, names: ReadonlySet<string>): Promise<void> {
  expect(await untranslated(page, names)).toEqual([]);
}

const keysOfNames =
  /^(name|title|email|hostname|host|team|method|url|source|worker|workerId|id|kernel|cpuModel|expression|threshold|thresholds|call|timeZone)$/;

/** All names that people gave, as far as the answers of the API on this page have them by now. */
function namesOfOthers(page: Page): Set<string> {
  const names = new Set<string>();
  const walk = (value: unknown, key: string): void => {
    if (typeof value === 'string' && keysOfNames.test(key)) names.add(value);
    if (key === 'tags' && value && !Array.isArray(value)) for (const tag of Object.entries(value)) names.add(tag.join(': '));
    if (Array.isArray(value)) for (const one of value) walk(one, key);
    else if (value && typeof value === 'object') for (const [name, one] of Object.entries(value)) walk(one, name);
  };
  page.on('response', (response) => {
    const isJson = response.url().includes('/api/v1/') && response.headers()['content-type']?.includes('application/json');
    if (isJson)
      response.json().then(
        (body: unknown) => walk(body, ''),
        () => undefined,
      );
  });
  return names;
}

test('a browser that asks for Chinese reads Chinese, from the sign-in to a share; the account page chooses English', async () => {
  const context = await scene.browser.newContext({ locale: 'zh-CN', viewport: { width: 1280, height: 800 } });
  const { page, faults } = await openPage(context, scene.product.url);
  const names = namesOfOthers(page);
  await page.getByLabel('电子邮箱').fill(ada.email);
  expect(await page.getAttribute('html', 'lang')).toBe('zh-Hans');
  await page.getByLabel('密码', { exact: true }).fill(ada.password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: '首页' }).waitFor();
  await expectTranslated(page, names);
  await page.goto(scene.product.url + scene.seeded.paths.base);
  await page.getByRole('tab', { name: '概览' }).waitFor();
  await page.getByRole('button', { name: '分享' }).click();
  await page.getByRole('button', { name: '创建链接' }).click();
  const link = await page.getByLabel('公开链接').inputValue();
  const stranger = await scene.browser.newContext({ locale: 'zh-CN', javaScriptEnabled: false });
  const shared = await stranger.newPage();
  await shared.goto(link);
  expect(await shared.locator('main').first().textContent()).toMatch(/吞吐量/);
  expect(await shared.getAttribute('html', 'lang')).toBe('zh-Hans');
  await page.goto(`${scene.product.url}/account`);
  await page.getByLabel('你的语言').selectOption('en');
  await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
  expect(await page.getAttribute('html', 'lang')).toBe('en');
  // The account keeps it: another browser that asks for Chinese learns it with the sign-in.
  const other = await scene.browser.newContext({ locale: 'zh-CN' });
  const elsewhere = await other.newPage();
  await elsewhere.goto(scene.product.url);
  await elsewhere.getByLabel('电子邮箱').fill(ada.email);
  await elsewhere.getByLabel('密码', { exact: true }).fill(ada.password);
  await elsewhere.getByRole('button', { name: '登录', exact: true }).click();
  await elsewhere.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  // The page of a stranger asks whose session it is.
  expect(faults.filter((fault) => !fault.includes('401'))).toEqual([]);
});

/** The parts of a run, beside the screens that are listed. */
const tabs = ['overview', 'errors', 'thresholds', 'connections', 'config', 'raw', 'grpc'];

test('no screen breaks, and no word stays English, where every text is longer and reads from right to left', async () => {
  const context = await scene.signedIn({ locale: 'zh-CN', viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  expect((await context.request.put(`${scene.product.url}/api/v1/account/language`, { data: { language: null } })).status()).toBe(204);
  const longer = JSON.stringify(await readPseudoLanguage(textOf<Catalogue>)).replaceAll('⟧', ' ~~~⟧');
  const body = Buffer.from(`export const chinese = ${longer};`).toString('base64');
  const { page, faults } = await openPage(context, 'about:blank');
  // No route of Playwright's: it would take the browser its cache, and all it compiled with it.
  const session = await context.newCDPSession(page);
  session.on('Fetch.requestPaused', ({ requestId }) => {
    const responseHeaders = [{ name: 'content-type', value: 'text/javascript' }];
    void session.send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders, body });
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/assets/chinese-*.js' }] });
  const names = namesOfOthers(page);
  const { paths, links, invitation } = scene.seeded;
  const idOf = (path: string) => path.split('/').at(-1) ?? '';
  const ids = { plan: idOf(paths.plan), base: idOf(paths.base), candidate: idOf(paths.candidate) };
  const times = { name: 'Every night', planId: ids.plan, cron: '0 3 * * *' };
  const { id: schedule } = await scene.post<{ id: string }>(context, '/api/v1/schedules', times);
  const seen = {
    ids: { ...ids, experiment: idOf(paths.experiment), comparison: idOf(paths.comparison), schedule },
    shared: links,
    invitation,
  };
  const listed = listScreens(seen).map(([, path]) => path());
  const parts = tabs.map((tab) => `${paths.calls}?tab=${tab}`);
  const found: Record<string, string[]> = {};
  for (const path of [...listed, paths.overload, ...parts, paths.sweep, paths.capacity]) {
    await page.goto(scene.product.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
      for (const fold of document.querySelectorAll('details')) fold.open = true;
    });
    const english = await untranslated(page, names);
    if (english.length > 0) found[path] = english;
    await expectNoSidewaysScroll(page);
  }
  expect(found).toEqual({});
  expect(faults).toEqual([]);
});
