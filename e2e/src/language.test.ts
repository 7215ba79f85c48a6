/// <reference lib="dom" />
/** The product in another language: in Chinese from the sign-in to a share, and in one that lengthens every text and reads from right to left. */
import { readPseudoLanguage } from '@plimsoll/testbed/pseudo-language';
import { type Catalogue, textOf } from '@plimsoll/wording/words';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectNoSidewaysScroll } from './page-checks.ts';
import { openPage, useScene } from './scene.ts';

const scene = useScene();
const ada = { email: 'ada@example.com', password: 'correct horse battery' };

/** A run of the demo target that completed; answers its id. */
async function finishedRun(context: BrowserContext, keepAlive: boolean): Promise<string> {
  const target = { url: `http://127.0.0.1:${Number(new URL(scene.product.url).port) + 90}/` };
  const plan = { version: 1, name: '#1', target, load: { model: 'closed', connections: 2, duration: '3s' }, connection: { keepAlive } };
  const { id } = await scene.post<{ id: string }>(context, '/api/v1/runs', { plan });
  await scene.completed(context, 'runs', id);
  return id;
}

/** Texts of the page with a word of two letters or more in Latin, and neither a Chinese sign nor the mark of the pseudo-language. */
const untranslated = (page: Page) =>
  page.evaluate(() => {
    const shown = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    while (shown.nextNode()) {
      const place = shown.currentNode.parentElement;
      if (place && !place.closest('style, script, noscript, code, pre, kbd, select, .mono') && place.checkVisibility())
        texts.push(shown.currentNode.textContent ?? '');
    }
    return texts.filter((text) => /[a-z]{2}/i.test(text) && !/[\u4e00-\u9fff⟦⟧]/.test(text)).map((text) => text.trim());
  });

/** Names, also of the target's program and of figures as tools print them, units, codes and figures, which no language says otherwise. */
const data =
  /^(?:· )?(Plimsoll|Ada Lovelace|Payments|ada@example\.com|Ctrl.*|(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)( .*)?|https?:.*|HTTP|gRPC|YAML|URL|API|CPU|node|max|Chrome .*|undici.*|[−+–.\d\s…/%()]*(µs|ms|min|s|h|d|kB|MB|GB|B|pp)?)$/;

async function expectTranslated(page: Page): Promise<void> {
  expect((await untranslated(page)).filter((text) => !data.test(text.replaceAll('\u00a0', ' ')))).toEqual([]);
}

test('a browser that asks for Chinese reads Chinese, from the sign-in to a share; the account page chooses English', async () => {
  const owner = await scene.signedIn();
  const runId = await finishedRun(owner, true);
  const context = await scene.browser.newContext({ locale: 'zh-CN', viewport: { width: 1280, height: 800 } });
  const { page, faults } = await openPage(context, scene.product.url);
  await page.getByLabel('电子邮箱').fill(ada.email);
  expect(await page.getAttribute('html', 'lang')).toBe('zh');
  await page.getByLabel('密码', { exact: true }).fill(ada.password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: '首页' }).waitFor();
  await expectTranslated(page);
  await page.goto(`${scene.product.url}/runs/${runId}`);
  await page.getByRole('tab', { name: '概览' }).waitFor();
  await page.getByRole('button', { name: '分享' }).click();
  await page.getByRole('button', { name: '创建链接' }).click();
  const link = await page.getByLabel('公开链接').inputValue();
  const stranger = await scene.browser.newContext({ locale: 'zh-CN', javaScriptEnabled: false });
  const shared = await stranger.newPage();
  await shared.goto(link);
  expect(await shared.locator('main').first().textContent()).toMatch(/吞吐量/);
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

test('no screen breaks, and no word stays English, where every text is longer and reads from right to left', async () => {
  const context = await scene.signedIn({ locale: 'zh-CN', viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  const [base, candidate] = [await finishedRun(context, true), await finishedRun(context, false)];
  const longer = JSON.stringify(await readPseudoLanguage(textOf<Catalogue>)).replaceAll('⟧', ' ~~~⟧');
  const body = `export const chinese = ${longer};`;
  await context.route(/\/assets\/chinese-[^/]*\.js$/, (route) => route.fulfill({ contentType: 'text/javascript', body }));
  const { page, faults } = await openPage(context, scene.product.url);
  for (const path of [
    '/',
    '/launch?demo=1',
    `/runs/${base}`,
    `/compare?base=${base}&candidate=${candidate}`,
    '/runs',
    '/plans',
    '/team',
    '/account',
  ]) {
    await page.goto(scene.product.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    await expectTranslated(page);
    await expectNoSidewaysScroll(page);
  }
  expect(faults).toEqual([]);
});
