/** The start of every journey: the product, a browser, and an owner with a team. Started before a file's tests, ended after them. */
import { migratedDatabase, type ThrowawayDatabase } from '@plimsoll/testbed/postgres';
import { until } from '@plimsoll/testbed/until';
import { workerSettings } from '@plimsoll/testbed/worker-settings';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Seeded } from '../../scripts/seed/seed-history.ts';
import { openBrowser } from './browser.ts';
import { type CopiedHistory, copyHistory } from './history.ts';
import { type Product, type ProductOptions, startProduct } from './product.ts';

const ada = { name: 'Ada Lovelace', email: 'ada@example.com', password: 'correct horse battery', team: 'Payments' };
const desktop = { width: 1360, height: 860 };

export interface Scene {
  readonly product: Product;
  readonly browser: Browser;
  /** The pages of the history that it began with. */
  readonly seeded: Seeded;
  /** A browser of the owner, with a session. The first one makes owner and team; the next ones sign in. */
  signedIn(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** The JSON that the API answers to this context. */
  get<T>(context: BrowserContext, path: string): Promise<T>;
  /** Posts to the API, which must take it. */
  post<T>(context: BrowserContext, path: string, data: object): Promise<T>;
  /** Waits until this run or experiment has completed. */
  completed(context: BrowserContext, path: 'runs' | 'experiments', id: string): Promise<void>;
}

interface SceneOptions extends Pick<ProductOptions, 'settings' | 'port'> {
  /** Begins with a history. */
  readonly seeded?: true;
  /** As after its installation: the product makes its own database, and a generator waits. The others begin on one of the test run's server, with this version's tables. */
  readonly firstStart?: true;
}

export function useScene(options: SceneOptions = {}): Scene {
  let product: Product;
  let browser: Browser;
  let database: ThrowawayDatabase | null = null;
  let history: CopiedHistory | null = null;
  // The history has the same owner.
  let isSetUp = options.seeded ?? false;
  beforeAll(async () => {
    history = options.seeded ? await copyHistory() : null;
    database = history?.database ?? (options.firstStart ? null : await migratedDatabase());
    const ofTests = options.firstStart ? {} : workerSettings;
    const settings = { ...ofTests, ...options.settings, ...history?.settings, ...(database && { DATABASE_URL: database.url }) };
    [product, browser] = await Promise.all([startProduct({ ...options, settings }), openBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    await database?.drop();
  });
  const post = async <T>(context: BrowserContext, path: string, data: object): Promise<T> => {
    const answer = await context.request.post(product.url + path, { data, headers: { origin: product.url } });
    expect(answer.status(), await answer.text()).toBeLessThan(300);
    return (await answer.json()) as T;
  };
  const get = async <T>(context: BrowserContext, path: string): Promise<T> =>
    (await (await context.request.get(product.url + path)).json()) as T;
  return {
    get product() {
      return product;
    },
    get browser() {
      return browser;
    },
    get seeded() {
      if (!history) throw new Error('This scene began without a history.');
      return history.seeded;
    },
    get,
    post,
    signedIn: async (look = {}) => {
      const context = await browser.newContext({ viewport: desktop, ...look });
      if (isSetUp) await post(context, '/api/auth/sign-in/email', { email: ada.email, password: ada.password });
      else await post(context, '/api/v1/setup', ada);
      isSetUp = true;
      return context;
    },
    completed: async (context, path, id) => {
      const stateOf = async () => (await get<{ state: string }>(context, `/api/v1/${path}/${id}`)).state;
      await until(`${path}/${id} completed`, 45_000, stateOf, (state) => state === 'completed');
    },
  };
}

/** Opens a page that reports its faults: exceptions and what it logs as errors. */
export async function openPage(context: BrowserContext, url: string): Promise<{ page: Page; faults: string[] }> {
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.goto(url);
  return { page, faults };
}
