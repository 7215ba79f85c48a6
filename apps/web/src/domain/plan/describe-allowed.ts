import type { System } from '@plimsoll/contracts/system';
import { loopbackWord } from '@plimsoll/contracts/target-policy';
import { policyWords } from '@plimsoll/wording/en/app';

/** The entries of the operator's list, in words. */
export function describeAllowed(allowed: System['targets']['allowed']): string[] {
  return allowed.map((entry) => (entry === loopbackWord ? policyWords.loopback : entry));
}
