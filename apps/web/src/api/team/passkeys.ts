/** Passkeys: asked of the browser by a library that comes with the first press. */
import { passkeyListSchema, passkeyOptionsSchema } from '@plimsoll/contracts/passkeys';
import { api } from '@plimsoll/contracts/paths';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { queryOptions } from '@tanstack/react-query';
import { command, request } from '../client.ts';

export const passkeys = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => request(api.passkeys, passkeyListSchema, { signal }),
});

/** Has the browser make one and keeps it under this name. Throws an Error named `NotAllowedError` where the person did not. */
export async function addPasskey({ name, password }: { readonly name: string; readonly password: string }): Promise<void> {
  const body = password === '' ? {} : { password };
  const [{ startRegistration }, options] = await Promise.all([
    import('@simplewebauthn/browser'),
    request(api.passkeyOptions, passkeyOptionsSchema, { method: 'POST', body }),
  ]);
  const response = await startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON });
  await command(api.passkeys, { method: 'POST', body: { name, response } });
}

export function renamePasskey({ id, name }: { readonly id: string; readonly name: string }): Promise<void> {
  return command(api.passkey(id), { method: 'PATCH', body: { name } });
}

export function removePasskey(id: string): Promise<void> {
  return command(api.passkey(id), { method: 'DELETE' });
}
