/** Settings and experiments in words. */

import { parseNumber, type SettingName } from '@plimsoll/contracts/setting';
import { settingValueWords } from '@plimsoll/wording/en/comparison';
import { settingValue } from '@plimsoll/wording/setting-value';

/** `keep-alive on`, `20 connections`, `500/s`. */
export function settingPhrase(setting: SettingName, value: string): string {
  return settingValueWords[setting]({ value: valueWords(setting, value), count: parseNumber(value) ?? 0 });
}

/** The bare value, for an axis that is named already. */
export function valueWords(setting: SettingName, value: string): string {
  if (setting === 'keepAlive') return value === 'on' ? settingValueWords.on : settingValueWords.off;
  return settingValue(setting, value);
}
