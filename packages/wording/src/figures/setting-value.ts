/** A setting's value as people read it. */
import { numeric, parseNumber, type SettingName } from '@plimsoll/contracts/setting';
import { namesText } from '../en/names.ts';
import { nameOf } from '../names.ts';
import { formatCount } from './number.ts';

/** A bare value of a setting, for an axis that is named already. */
export function settingValue(setting: SettingName, value: string): string {
  if (setting === 'client') return isClient(value) ? nameOf(`httpClient.${value}`) : value;
  if (setting === 'protocol') return isProtocol(value) ? nameOf(`httpProtocol.${value}`) : value;
  if (setting === 'url') return value.replace(/^https?:\/\//, '');
  const number = numeric(setting) ? parseNumber(value) : null;
  if (number === null) return value;
  return Number.isInteger(number) ? formatCount(number) : String(number);
}

const isClient = (value: string): value is keyof typeof namesText.httpClient => Object.hasOwn(namesText.httpClient, value);
const isProtocol = (value: string): value is keyof typeof namesText.httpProtocol => Object.hasOwn(namesText.httpProtocol, value);
