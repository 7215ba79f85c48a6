import { findPasswordHash } from '@plimsoll/store/own-account';
import { accountWords } from '@plimsoll/wording/en/account';
import type { ApiContext } from '../context.ts';
import { invalid } from '../http/api-error.ts';
import { tooMany } from './account-limits.ts';

/** Throws ApiError where this is not the person's password (`/password`), or after too many wrong ones: a stolen session must not become a way to guess it. */
export async function askOwnPassword({ db, auth, limits }: ApiContext, userId: string, password: string): Promise<void> {
  if (!(await limits.passwordChanges.take(userId))) throw tooMany('tooManyPasswords');
  const hash = await findPasswordHash(db, userId);
  if (hash === null) throw invalid('/password', accountWords.noPassword);
  if (!(await auth.verifyPassword(hash, password))) throw invalid('/password', accountWords.wrongCurrentPassword);
  await limits.passwordChanges.forget(userId);
}
