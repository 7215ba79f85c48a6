/** Why a stranger's server was not asked, or not to the end. */
import { ApartError } from '@plimsoll/network/apart-error';
import { problemWords } from '@plimsoll/wording/en/problem';
import { invalid, notNow } from './api-error.ts';

const busySeconds = 5;

/** Throws ApiError in place of ApartError, and anything else as it is. */
export function refuseUnasked(error: unknown): never {
  if (!(error instanceof ApartError)) throw error;
  if (error.code === 'late' || error.code === 'broke') throw invalid('/url', problemWords.general.serverNotReadInTime);
  if (error.code === 'own_full') throw notNow('too_many_requests', problemWords.general.teamAsksMany, busySeconds);
  throw notNow('unavailable', problemWords.general.manyAsk, busySeconds);
}
