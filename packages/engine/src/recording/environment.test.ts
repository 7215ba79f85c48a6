import { environmentSchema } from '@plimsoll/contracts/run';
import { expect, test } from 'vitest';
import own from '../../package.json' with { type: 'json' };
import { describeEnvironment } from './environment.ts';

test('an environment names the client that drives, and its version: undici as the engine has it, the wire as Plimsoll', () => {
  expect(describeEnvironment('undici').client).toBe(`undici ${own.dependencies.undici}`);
  expect(describeEnvironment('wire').client).toBe(`wire ${own.version}`);
  // The frames of WebSockets are a library's, on sockets of the wire.
  expect(describeEnvironment('wire', 'websocket').client).toBe(`wire ${own.version}, ws ${own.dependencies.ws}`);
  for (const client of ['undici', 'wire'] as const) expect(environmentSchema.parse(describeEnvironment(client)).plimsoll).toBe(own.version);
});
