/** The token that the environment names. */
import { findSecret } from '@plimsoll/settings/secret-files';
import type { EnvironmentVariables } from '../config.ts';
import { Fault } from '../result/fault.ts';

/** PLIMSOLL_TOKEN, or what stands in the file that PLIMSOLL_TOKEN_FILE names. Throws a Fault where that cannot be read. */
export function givenToken(env: EnvironmentVariables): string | undefined {
  try {
    return findSecret('PLIMSOLL_TOKEN', env);
  } catch (error) {
    throw new Fault((error as Error).message);
  }
}

/** The environment without it, for processes that may not see it, or are handed another. */
export function withoutToken({ PLIMSOLL_TOKEN: _, PLIMSOLL_TOKEN_FILE: __, ...others }: EnvironmentVariables): EnvironmentVariables {
  return others;
}
