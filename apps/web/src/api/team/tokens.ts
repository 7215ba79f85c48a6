import { createdTokenSchema, type Scope, tokenListSchema } from '@plimsoll/contracts/account';
import { api } from '@plimsoll/contracts/paths';
import { queryOptions } from '@tanstack/react-query';
import { command, request } from '../client.ts';

export const tokens = queryOptions({
  queryKey: ['tokens'],
  queryFn: ({ signal }) => request(api.tokens, tokenListSchema, { signal }),
});

export function createToken(input: { name: string; scopes: Scope[]; expiresInDays: number | null }) {
  return request(api.tokens, createdTokenSchema, { method: 'POST', body: input });
}

export function revokeToken(id: string): Promise<void> {
  return command(api.token(id), { method: 'DELETE' });
}
