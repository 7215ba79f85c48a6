/** A setting's value as people read it. */
import { numeric, readTyped, type SettingName } from '@plimsoll/contracts/setting';
import { settingValueWords } from '../en/comparison/arms.ts';
import { httpClientWords, httpProtocolWords } from '../en/names.ts';
import { isSaid } from '../words.ts';
import { formatCount } from './number.ts';

/** `keep-alive on`, `20 connections`, `500/s`. */
export function settingPhrase(setting: SettingName, value: string): string {
  return settingValueWords[setting]({ value: settingValue(setting, value), count: readTyped(setting, value) ?? 0 });
}

/** Are its values words of ours? A share keeps them as they stand in plans. */
export function isWord(setting: SettingName): boolean {
  return setting === 'keepAlive' || setting === 'client' || setting === 'protocol';
}

/** A bare value of a setting, for an axis that is named already. */
export function settingValue(setting: SettingName, value: string): string {
  if (setting === 'keepAlive') return value === 'on' ? settingValueWords.on : settingValueWords.off;
  if (setting === 'client') return isSaid(httpClientWords, value) ? httpClientWords[value] : value;
  if (setting === 'protocol') return isSaid(httpProtocolWords, value) ? httpProtocolWords[value] : value;
  if (setting === 'url') return value.replace(/^https?:\/\//, '');
  const number = numeric(setting) ? readTyped(setting, value) : null;
  if (number === null) return value;
  return Number.isInteger(number) ? formatCount(number) : String(number);
}
