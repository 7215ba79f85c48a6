import { environmentSchema } from '@plimsoll/contracts/run';
import { expect, test } from 'vitest';
import engine from '../../packages/engine/package.json' with { type: 'json' };
import own from '../package.json' with { type: 'json' };
import { environmentOf } from './environment.ts';

test('an environment names the client that drives, and its version: undici as the engine has it, the wire as Plimsoll', () => {
  expect(environmentOf('undici').client).toBe(`undici ${engine.dependencies.undici}`);
  expect(environmentOf('wire').client).toBe(`wire ${own.version}`);
  for (const client of ['undici', 'wire'] as const) expect(environmentSchema.parse(environmentOf(client)).plimsoll).toBe(own.version);
});
