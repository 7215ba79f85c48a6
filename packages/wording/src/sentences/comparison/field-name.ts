/** The fields in which runs differ, by the names people know: never a path of JSON. */
import type { PlanDifference } from '@plimsoll/contracts/comparison';
import { durationMs } from '@plimsoll/contracts/duration';
import type { SettingName } from '@plimsoll/contracts/setting';
import { settingValueWords } from '../../en/comparison/arms.ts';
import { fieldPlaceWords, fieldWords } from '../../en/comparison/field.ts';
import { commonWords } from '../../en/main.ts';
import { streamFormNameWords } from '../../en/names.ts';
import { formatCount } from '../../figures/number.ts';
import { settingPhrase, settingValue } from '../../figures/setting-value.ts';
import { formatLength, formatUs } from '../../figures/time.ts';
import { isSaid } from '../../words.ts';

/** `keepAlive` as `keep alive`. */
function spelt(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** `keep-alive`, `the URL of "login"`, `header Accept`, `the generator’s CPU`. `field`: as a difference names it. */
export function fieldName(field: string): string {
  const [, place = '', request, own = ''] = /^(environment|target|requests\[(.*)\])\.(.+)$/.exec(field) ?? [];
  if (place === 'environment') return fieldPlaceWords.generator({ field: isSaid(fieldWords, field) ? fieldWords[field] : spelt(own) });
  if (request !== undefined) return fieldPlaceWords.ofRequest({ field: requestField(own), request });
  if (place === 'target') return requestField(own);
  const whole = /^requests\[(.*)\]$/.exec(field)?.[1];
  if (whole !== undefined) return fieldPlaceWords.request({ request: whole });
  const [, ofAll] = /^requests\.(.+)$/.exec(field) ?? [];
  if (ofAll !== undefined) return requestField(ofAll);
  return isSaid(fieldWords, field) ? fieldWords[field] : spelt(field.split('.').at(-1) ?? field);
}

function requestField(own: string): string {
  const [, kind, name] = /^(headers|grpc\.metadata)\.(.+)$/.exec(own) ?? [];
  if (name !== undefined) return (kind === 'headers' ? fieldPlaceWords.header : fieldPlaceWords.metadata)({ name });
  const known = [`target.${own}`, `requests.${own}`].find((key) => isSaid(fieldWords, key));
  return known !== undefined && isSaid(fieldWords, known) ? fieldWords[known] : spelt(own.split('.').at(-1) ?? own);
}

/** The same at the head of a line: `Keep-alive`, `URL of "login"`. */
export function fieldHead(field: string): string {
  return capital(fieldName(field).replace(/^the /, ''));
}

/** As a sentence begins; `gRPC` stays. */
export function capital(text: string): string {
  if (/^[a-z][A-Z]/.test(text)) return text;
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

const settingOfField: Readonly<Record<string, SettingName>> = {
  'connection.keepAlive': 'keepAlive',
  'connection.client': 'client',
  'connection.protocol': 'protocol',
  'connection.streams': 'streams',
  'connection.pipelining': 'pipelining',
  'connection.maxActiveRequests': 'maxActiveRequests',
  'load.connections': 'connections',
  'load.maxConnections': 'connections',
  'load.rate': 'rate',
};

const asTyped = (value: string) => (value === 'true' ? 'on' : value === 'false' ? 'off' : value);

/** `200 over 2 s, 200 over 6 s`, of the stages as a plan writes them. */
function stagesText(value: string): string {
  const stages = [...value.matchAll(/\{"to":([\d.]+),"over":"([^"]+)"\}/g)];
  const said = stages.map(([, to, over = '0s']) =>
    fieldPlaceWords.stage({ to: formatCount(Number(to)), length: formatLength(durationMs(over)) }),
  );
  return said.join(', ') || value;
}

/** A value of a field as people read it. */
export function fieldValue(field: string, value: string | null): string {
  if (value === null) return commonWords.none;
  if (field === 'environment.latencyFloorUs') return formatUs(Number(value));
  if (field === 'load.stages') return stagesText(value);
  if (field === 'load.duration' && /^[\d.]+(?:ms|s|m|h)$/.test(value)) return formatLength(durationMs(value));
  if (field.endsWith('.stream') && isSaid(streamFormNameWords, value)) return streamFormNameWords[value];
  const setting = settingOfField[field];
  if (value === 'true') return settingValueWords.on;
  if (value === 'false') return settingValueWords.off;
  return setting ? settingValue(setting, value) : value;
}

/** `Requests a second: 400 → 800`. */
export function differenceText({ field, base, candidate }: PlanDifference): string {
  return `${fieldHead(field)}: ${fieldValue(field, base)} → ${fieldValue(field, candidate)}`;
}

/** `keep-alive off`: an arm named by the one setting that differs; null where several do, or none that names an arm well. */
export function namesByDifference(differences: readonly PlanDifference[]): { readonly base: string; readonly candidate: string } | null {
  const [only, ...more] = differences.filter(({ kind }) => kind === 'plan');
  const setting = only && settingOfField[only.field];
  if (!setting || more.length > 0 || only.base === null || only.candidate === null) return null;
  const base = settingPhrase(setting, asTyped(only.base));
  const candidate = settingPhrase(setting, asTyped(only.candidate));
  return base === candidate ? null : { base, candidate };
}
