import type { OutcomeKind } from '@plimsoll/contracts/outcome';
import { DialError } from '@plimsoll/network/connection-error';
import { expect, it } from 'vitest';
import type { RequestSlot } from '../protocol/request-slot.ts';
import { ErrorSampler } from './error-sampler.ts';

function message(outcome: OutcomeKind, error: unknown): string | undefined {
  const slot = { status: 0, request: { name: 'main' }, error, body: () => null, bodyBytes: 0, location: null };
  return new ErrorSampler((text) => text).take(slot as unknown as RequestSlot, outcome, null, 0)?.message;
}

it('tells once why no connection was opened', () => {
  const refused = (code: string) => new DialError('connect', code, { kind: 'notConnected', code, error: 'no way', address: '127.0.0.1' });
  expect(message('connect_refused', refused('ECONNREFUSED'))).toBe(
    'The connection to 127.0.0.1 was refused: nothing listens at this port. Start the target, or check the port.',
  );
  expect(message('dns', new DialError('dns', 'EODD', { kind: 'notResolved', host: 'shop', code: 'EODD' }))).toBe(
    '"shop" could not be resolved (EODD).',
  );
  // Words of the system alone do not say what failed.
  expect(message('connect_refused', refused('EODD'))).toBe('The connection was refused. no way (127.0.0.1)');
  expect(message('reset', Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }))).toBe(
    'The target reset the connection. socket hang up (ECONNRESET)',
  );
});
