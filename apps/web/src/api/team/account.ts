/** A person's own account: its address, its sessions, and ways back into it. */
import { type ChosenLanguage, type changeEmailSchema, type signUpSchema, userSchema } from '@plimsoll/contracts/account';
import { sessionListSchema, type usePasswordResetSchema } from '@plimsoll/contracts/password-resets';
import { api } from '@plimsoll/contracts/paths';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { command, request } from '../client.ts';

export const ownSessions = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: ({ signal }) => request(api.sessions, sessionListSchema, { signal }),
});

export function endSession(id: string): Promise<void> {
  return command(api.ownSession(id), { method: 'DELETE' });
}

/** Signs out here, too. */
export function endAllSessions(): Promise<void> {
  return command(api.sessions, { method: 'DELETE' });
}

/** Null: as each browser asks. */
export function chooseLanguage(language: ChosenLanguage): Promise<void> {
  return command(api.ownLanguage, { method: 'PUT', body: { language } });
}

export function changeEmail(input: z.input<typeof changeEmailSchema>) {
  return request(api.ownEmail, userSchema, { method: 'POST', body: input });
}

/** Makes an account and signs it in. */
export function signUp(input: z.input<typeof signUpSchema>): Promise<void> {
  return command(api.signUp, { method: 'POST', body: input });
}

/** Has a link mailed; the answer is the same whether there is such an account or not. */
export function askPasswordReset(input: { readonly email: string }): Promise<void> {
  return command(api.askPasswordReset, { method: 'POST', body: input });
}

export function setPasswordByLink(input: z.input<typeof usePasswordResetSchema>): Promise<void> {
  return command(api.usePasswordReset, { method: 'POST', body: input });
}
