/** A setting's value as people read it. */
import type { HttpClient } from '@plimsoll/contracts/connection';
import { numberOf, numeric, type SettingName } from '@plimsoll/contracts/setting';
import { formatCount } from './figures.ts';
import { clientNames } from './words.ts';

const protocolNames: Readonly<Record<string, string>> = { http1: 'HTTP/1.1', http2: 'HTTP/2', auto: 'ALPN' };
/** A bare value of a setting, for an axis that is named already. */
export function settingValue(setting: SettingName, value: string): string {
  if (setting === 'client') return Object.hasOwn(clientNames, value) ? clientNames[value as HttpClient] : value;
  if (setting === 'protocol') return protocolNames[value] ?? value;
  if (setting === 'url') return value.replace(/^https?:\/\//, '');
  const number = numeric(setting) ? numberOf(value) : null;
  if (number === null) return value;
  return Number.isInteger(number) ? formatCount(number) : String(number);
}
