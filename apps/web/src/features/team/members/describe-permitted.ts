import type { System } from '@plimsoll/contracts/system';
import type { TFunction } from 'i18next';
import { describeAllowed } from '../../../domain/plan/describe-allowed.ts';

/** Where the operator lets load go, in words. */
export function describePermitted(t: TFunction, { mode, allowed }: System['targets']): string {
  if (mode === 'open-lab') return t('team.openLab');
  const places = [...describeAllowed(t, allowed), ...(mode === 'public-verified' ? [t('team.verified')] : [])];
  return places.length === 0 ? t('team.demoOnly') : places.join(', ');
}
