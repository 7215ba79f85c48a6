import type { System } from '@plimsoll/contracts/system';
import type { TFunction } from 'i18next';

/** Where the operator lets load go, in words. */
export function describePermitted(t: TFunction, { mode, allowed }: System['targets']): string {
  if (mode === 'open-lab') return t('team.openLab');
  return [t('team.loopback'), ...allowed, ...(mode === 'public-verified' ? [t('team.verified')] : [])].join(', ');
}
