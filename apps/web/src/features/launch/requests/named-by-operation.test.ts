import { expect, it } from 'vitest';
import { emptyRequest, noBody, type RequestRow } from '../values/request-row.ts';
import { nameByOperation } from './named-by-operation.ts';

const asks = (query: string) => ({ ...noBody, kind: 'text' as const, text: JSON.stringify({ query }) });
const row = (change: Partial<RequestRow>): RequestRow => ({ ...emptyRequest, url: 'http://127.0.0.1/graphql', name: 'request', ...change });

it('names a request by its operation while nobody named it otherwise, and follows the body', () => {
  const orders = asks('query Orders { orders { id } }');
  for (const name of ['', 'request', 'request 3', 'graphql']) expect(nameByOperation([], row({ name }), orders), name).toBe('Orders');
  expect(nameByOperation([], row({ name: 'Orders', body: orders }), asks('mutation Pay { pay }'))).toBe('Pay');
  expect(nameByOperation([row({ key: 7, name: 'Orders' })], row({}), orders)).toBe('Orders 2');
});

it('leaves a name that was given, and a body without an operation', () => {
  expect(nameByOperation([], row({ name: 'all orders' }), asks('query Orders { orders }'))).toBeNull();
  for (const body of [asks('{ orders }'), noBody, { ...noBody, kind: 'text' as const, text: '{"q": 1}' }])
    expect(nameByOperation([], row({}), body)).toBeNull();
  expect(
    nameByOperation([], row({ name: 'Orders', body: asks('query Orders { orders }') }), asks('query Orders { orders { id } }')),
  ).toBeNull();
});
