import { expect, it } from 'vitest';
import { graphqlOperation } from './graphql-operation.ts';

it('an operation has the name that its body gives it', () => {
  const of = (body: unknown) => graphqlOperation(JSON.stringify(body));
  expect(of({ query: 'query GetUser($id: ID!) { user(id: $id) { name } }' })).toBe('GetUser');
  expect(of({ query: '# query Old\nfragment F on User { name }\nmutation Rename { rename { ...F } }' })).toBe('Rename');
  expect(of({ query: 'query A { a } query B { b }', operationName: 'B' })).toBe('B');
  expect(of({ query: '{ me { name } }' })).toBeNull();
  expect(of({ query: 'shoes', page: 2 })).toBeNull();
  for (const body of [null, '', 'query=x', '{"query": 1}', '[]', 'null', '{"query": "query A { a }"'])
    expect(graphqlOperation(body)).toBeNull();
});
