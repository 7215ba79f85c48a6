import { api } from '@plimsoll/contracts/paths';
import { recoveryCodesSchema, startedTwoFactorSchema, twoFactorSchema } from '@plimsoll/contracts/two-factor';
import { queryOptions } from '@tanstack/react-query';
import { command, request } from '../client.ts';

export const twoFactor = queryOptions({
  queryKey: ['two-factor'],
  queryFn: ({ signal }) => request(api.twoFactor, twoFactorSchema, { signal }),
});

export function startTwoFactor(body: { readonly password: string }) {
  return request(api.twoFactor, startedTwoFactorSchema, { method: 'POST', body });
}

export function confirmTwoFactor(body: { readonly code: string }): Promise<void> {
  return command(api.confirmTwoFactor, { method: 'POST', body });
}

export function turnOffTwoFactor(body: { readonly password: string; readonly code: string }): Promise<void> {
  return command(api.turnOffTwoFactor, { method: 'POST', body });
}

export function renewRecoveryCodes(body: { readonly password: string }) {
  return request(api.recoveryCodes, recoveryCodesSchema, { method: 'POST', body });
}

/** The second step of a sign-in: signs in. */
export function sendSecondStep(body: { readonly code: string }): Promise<void> {
  return command(api.secondStep, { method: 'POST', body });
}
