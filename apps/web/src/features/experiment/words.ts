/** Settings and experiments in words. */
import { formatCount } from '../../format/number.ts';
import { t } from '../../i18n/i18n.ts';
import { numberOf, numeric, type SettingName } from './settings.ts';

/** `keep-alive on`, `20 connections`, `500/s`. */
export function settingWords(setting: SettingName, value: string): string {
  return t(`settingValue.${setting}`, { value: valueWords(setting, value), count: numberOf(value) ?? 0 });
}

const protocolNames: Readonly<Record<string, string>> = { http1: 'HTTP/1.1', http2: 'HTTP/2', auto: 'ALPN' };

/** The bare value, for an axis that is named already. */
export function valueWords(setting: SettingName, value: string): string {
  if (setting === 'keepAlive') return t(value === 'on' ? 'settingValue.on' : 'settingValue.off');
  if (setting === 'protocol') return protocolNames[value] ?? value;
  const number = numeric(setting) ? numberOf(value) : null;
  if (setting === 'url') return value.replace(/^https?:\/\//, '');
  return number === null ? value : Number.isInteger(number) ? formatCount(number) : String(number);
}

/** A, B, C … as people name arms. */
export function letter(index: number): string {
  return index < 26 ? String.fromCharCode(65 + index) : String(index + 1);
}
