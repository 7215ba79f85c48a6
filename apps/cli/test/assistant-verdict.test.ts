/** An assistant asks for an A/B by the command's own tools, waits, and hears a verdict with its interval. */
import { startPlanted } from '@plimsoll/testbed/targets/planted';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAssistant } from './assistant.ts';
import { emptyFolder, main } from './command.ts';
import { startServer, type TestServer } from './server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
}, 120_000);
afterAll(() => server?.close());

test('launch_ab comes to a verdict, within its budget', async () => {
  const [quick, slow] = [await startPlanted({ kind: 'exact', delayMs: 5 }), await startPlanted({ kind: 'exact', delayMs: 12 })];
  const made = await fetch(`${server.url}/api/v1/tokens`, {
    method: 'POST',
    headers: server.browser,
    body: JSON.stringify({
      name: 'assistant',
      scopes: ['run'],
      budget: { hosts: ['127.0.0.1'], ratePerSecond: 200, minutesPerDay: 10 },
    }),
  });
  const { token } = (await made.json()) as { token: string };
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const cwd = emptyFolder();
  const env = { PATH, NODE_COMPILE_CACHE, HOME: cwd, PLIMSOLL_URL: server.url, PLIMSOLL_TOKEN: token };
  const { call } = await startAssistant(process.execPath, [main, 'mcp'], env, cwd);
  const launched = await call('launch_ab', {
    base: { url: quick.url },
    candidate: { url: slow.url },
    ratePerSecond: 50,
    duration: '15s',
    maxDuration: '2m',
  });
  expect(launched.refused, launched.text).toBe(false);
  let told = launched;
  for (let turn = 0; turn < 8 && told.data.over !== true; turn++)
    told = await call('wait_for_experiment', { id: launched.data.id, seconds: 45 });
  expect(told.data, told.text).toMatchObject({ over: true, state: 'completed', variants: ['base', 'candidate'] });
  expect(JSON.stringify(told.data.comparisons)).toContain('"verdict":"worse"');
  expect(told.text).toMatch(/Slower: .*p50/);
  expect(told.text).toMatch(/p50: .*95 % interval .*: Worse\./);
  await Promise.all([quick.close(), slow.close()]);
}, 400_000);
