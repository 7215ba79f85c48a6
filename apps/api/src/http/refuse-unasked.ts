/** Why a stranger's server was not asked, or not to the end. */
import { ApartError } from '@plimsoll/network/apart-error';
import { problemWords } from '@plimsoll/wording/en/problem';
import { ApiError, invalid } from './api-error.ts';

const retryAfter = { 'retry-after': '5' };

/** Throws ApiError in place of ApartError, and anything else as it is. */
export function refuseUnasked(error: unknown): never {
  if (!(error instanceof ApartError)) throw error;
  if (error.code === 'late' || error.code === 'broke') throw invalid('/url', problemWords.general.serverNotReadInTime);
  if (error.code === 'own_full') throw new ApiError('too_many_requests', problemWords.general.teamAsksMany, [], retryAfter);
  throw new ApiError('unavailable', problemWords.general.manyAsk, [], retryAfter);
}
