/** Streams of Python's servers. They are large to fetch: `npm run proof` does. */
import { fetchPythonStreams, startPythonStreams } from '@plimsoll/testbed/servers/python-streams';
import { expect, test } from 'vitest';
import { planFor } from '../support/harness.ts';
import { runLoop } from '../support/run-loop.ts';

const lacks = await fetchPythonStreams();
const load = { model: 'closed', connections: 2, requests: 6 } as const;

test.skipIf(lacks)(
  `events of sse-starlette, and tokens as LiteLLM mocks them, are read (${lacks ?? 'sse-starlette, litellm'})`,
  async () => {
    const server = await startPythonStreams();
    const events = await runLoop(
      planFor(`${server.url}/events?events=5`, load, {
        target: { stream: 'sse' },
        checks: [{ jsonPath: { path: '$.n', equals: 4, message: 'last' } }],
      }),
    );
    expect(events).toMatchObject({ outcomes: { response: 6 }, streamEnds: { complete: 6 }, messages: { received: 30 } });
    const body = JSON.stringify({ messages: [{ role: 'user', content: 'count' }], mock: 'one two three four five', stream: true });
    const target = {
      method: 'POST' as const,
      headers: { 'content-type': 'application/json' },
      body,
      stream: { as: 'sse' as const, tokens: 'openai' as const },
    };
    const tokens = await runLoop(planFor(`${server.url}/v1/chat/completions`, load, { target, timeout: '20s' }));
    expect(tokens).toMatchObject({ outcomes: { response: 6 }, streamEnds: { done: 6 } });
    // By its usage, though it sends its text in pieces of three letters.
    expect(tokens.tokens).toMatchObject({ output: 30, streams: 6, counted: 0, good: 6 });
    expect(tokens.interTokenTime.count).toBe(6);
    await server.close();
  },
);
