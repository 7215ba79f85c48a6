/** What most files of tests start with: an API of their own and its first owner. Started before the tests of the file or `describe`, ended after them. */
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

/** An API that nobody has set up yet. Its parts may be read as soon as the hooks have run; the object itself may be passed on at once. */
export function useEmptyApi(change: Partial<ApiConfig> = {}, logTo?: NodeJS.WritableStream): TestApi {
  let started: TestApi;
  beforeAll(async () => {
    started = await startTestApi(change, logTo);
  });
  afterAll(() => started?.close());
  return {
    get app() {
      return started.app;
    },
    get context() {
      return started.context;
    },
    get config() {
      return started.config;
    },
    get anonymous() {
      return started.anonymous;
    },
    as: (credentials) => started.as(credentials),
    close: () => started.close(),
  };
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
