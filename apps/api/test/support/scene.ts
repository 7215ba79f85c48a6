/**
 * Start of most files of tests: an API of their own and its first owner. They start before the tests of the file or `describe`, and end
 * after them.
 */
import { afterAll, beforeAll } from 'vitest';
import type { ApiConfig } from '../../src/config.ts';
import type { Ask } from './asking.ts';
import { owner } from './people.ts';
import { startTestApi, type TestApi } from './test-api.ts';

export interface ApiScene {
  readonly test: TestApi;
  /** The first owner. */
  readonly boss: Ask;
}

/** An API that nobody has set up yet. The object may be passed on at once; the hooks fill it. */
export function useEmptyApi(change: Partial<ApiConfig> = {}, logTo?: NodeJS.WritableStream): TestApi {
  const test = {} as TestApi;
  beforeAll(async () => {
    Object.assign(test, await startTestApi(change, logTo));
  });
  afterAll(() => test.close?.());
  return test;
}

/** An API with its first owner. Both may be taken out of the answer at once, and asked as soon as the hooks have run. */
export function useApi(change: Partial<ApiConfig> = {}, logTo?: NodeJS.WritableStream): ApiScene {
  const test = useEmptyApi(change, logTo);
  let boss: Ask;
  beforeAll(async () => {
    boss = await owner(test);
  });
  return { test, boss: (...request) => boss(...request) };
}
