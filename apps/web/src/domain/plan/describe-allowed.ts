import type { System } from '@plimsoll/contracts/system';
import { loopbackWord } from '@plimsoll/contracts/target-policy';
import type { TFunction } from 'i18next';

/** The entries of the operator's list, in words. */
export function describeAllowed(t: TFunction, allowed: System['targets']['allowed']): string[] {
  return allowed.map((entry) => (entry === loopbackWord ? t('policy.loopback') : entry));
}
