import { api } from '@plimsoll/contracts/paths';
import { type CreateToken, createdTokenSchema, tokenListSchema } from '@plimsoll/contracts/token';
import { queryOptions } from '@tanstack/react-query';
import { command, request } from '../client.ts';

export const tokens = queryOptions({
  queryKey: ['tokens'],
  queryFn: ({ signal }) => request(api.tokens, tokenListSchema, { signal }),
});

export function createToken(input: CreateToken) {
  return request(api.tokens, createdTokenSchema, { method: 'POST', body: input });
}

export function revokeToken(id: string): Promise<void> {
  return command(api.token(id), { method: 'DELETE' });
}
