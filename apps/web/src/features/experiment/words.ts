/** Settings and experiments in words. */

import { parseNumber, type SettingName } from '@plimsoll/contracts/setting';
import { settingValue } from '@plimsoll/wording/setting-value';
import { t } from '../../i18n/i18n.ts';

/** `keep-alive on`, `20 connections`, `500/s`. */
export function settingWords(setting: SettingName, value: string): string {
  return t(`settingValue.${setting}`, { value: valueWords(setting, value), count: parseNumber(value) ?? 0 });
}

/** The bare value, for an axis that is named already. */
export function valueWords(setting: SettingName, value: string): string {
  if (setting === 'keepAlive') return t(value === 'on' ? 'settingValue.on' : 'settingValue.off');
  return settingValue(setting, value);
}
