/** Why a stranger's server was not asked, or not to the end. */
import { ApartError } from '@plimsoll/engine/apart-error';
import { problemWord } from '@plimsoll/wording/problem-words';
import { ApiError, invalid } from '../http/api-error.ts';

const retryAfter = { 'retry-after': '5' };

/** Throws ApiError in place of ApartError, and anything else as it is. */
export function refuseUnasked(error: unknown): never {
  if (!(error instanceof ApartError)) throw error;
  if (error.code === 'late' || error.code === 'broke') throw invalid('/url', problemWord('problem.general.serverNotReadInTime'));
  if (error.code === 'own_full') throw new ApiError('too_many_requests', problemWord('problem.general.teamAsksMany'), [], retryAfter);
  throw new ApiError('unavailable', problemWord('problem.general.manyAsk'), [], retryAfter);
}
