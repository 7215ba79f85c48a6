import { readFileSync } from 'node:fs';
import { readResult } from '@plimsoll/import/read-result';
import { expect, test } from 'vitest';
import { planOfResult } from './imported-plan.ts';

const text = readFileSync(new URL('../../../import/fixtures/ghz.json', import.meta.url), 'utf8');

test('calls that ghz made are a plan of gRPC, unless a target of HTTP is given in their place', () => {
  const result = readResult(text);
  expect(planOfResult(result, { name: undefined, url: undefined, durationMs: 2000 })).toMatchObject({
    name: 'ghz 127.0.0.1:8940',
    target: { url: 'grpc://127.0.0.1:8940', grpc: { call: 'fgrpc.PingServer/Ping', reflection: true } },
    connection: { protocol: 'grpc' },
    load: { connections: 4 },
  });
  expect(planOfResult(result, { name: 'n', url: 'http://127.0.0.1:1/', durationMs: 2000 }).target?.grpc).toBeNull();
});
