/** The settings an experiment may vary: read from a plan as text, written into it, named. Pure. */
import type { Plan } from '@plimsoll/contracts/plan';

export const settingNames = ['keepAlive', 'connections', 'rate', 'pipelining', 'bodyBytes', 'url'] as const;
export type SettingName = (typeof settingNames)[number];

/** Settings that make more or less load: they stand along the columns of a heatmap. */
export const loadSettings: readonly SettingName[] = ['connections', 'rate'];

/** What this plan has to vary: a closed load has no rate, stages have neither rate nor connections, a GET has no body. */
export function settingsOf(plan: Plan): SettingName[] {
  const { load, target } = plan;
  const has: Record<SettingName, boolean> = {
    keepAlive: true,
    connections: load.model === 'open' || !load.stages,
    rate: load.model === 'open' && !load.stages,
    pipelining: true,
    bodyBytes: target.method !== 'GET' && target.method !== 'HEAD',
    url: true,
  };
  return settingNames.filter((name) => has[name]);
}

/** Where the schema speaks about a setting, inside the plan. */
export function pointerOf(setting: SettingName, plan: Plan): string {
  const pointers: Record<SettingName, string> = {
    keepAlive: '/connection/keepAlive',
    connections: plan.load.model === 'open' ? '/load/maxConnections' : '/load/connections',
    rate: '/load/rate',
    pipelining: '/connection/pipelining',
    bodyBytes: '/target/body',
    url: '/target/url',
  };
  return pointers[setting];
}

const bytesOf = (text: string | null) => (text === null ? 0 : new TextEncoder().encode(text).length);

/** The plan's own value, as a person would type it. */
export function readSetting(plan: Plan, setting: SettingName): string {
  const { load, connection, target } = plan;
  switch (setting) {
    case 'keepAlive':
      return connection.keepAlive ? 'on' : 'off';
    case 'connections':
      return String(load.model === 'open' ? load.maxConnections : (load.connections ?? ''));
    case 'rate':
      return load.model === 'open' ? String(load.rate ?? '') : '';
    case 'pipelining':
      return String(connection.pipelining);
    case 'bodyBytes':
      return String(bytesOf(target.body));
    case 'url':
      return target.url;
  }
}

export const numeric = (setting: SettingName): boolean => setting !== 'url' && setting !== 'keepAlive';

/** Digits with spaces or underscores between them; null where it is no number. */
export function numberOf(text: string): number | null {
  const compact = text.replace(/[\s_]/g, '');
  const number = compact === '' ? Number.NaN : Number(compact);
  return Number.isFinite(number) ? number : null;
}

const mostBodyBytes = 1024 * 1024;

/** The plan with one setting changed. What is no number becomes NaN, which the plan's schema refuses. */
export function withSetting(plan: Plan, setting: SettingName, text: string): Plan {
  const number = numberOf(text) ?? Number.NaN;
  const { load } = plan;
  switch (setting) {
    case 'keepAlive':
      return { ...plan, connection: { ...plan.connection, keepAlive: text === 'on' } };
    case 'connections':
      return { ...plan, load: load.model === 'open' ? { ...load, maxConnections: number } : { ...load, connections: number } };
    case 'rate':
      return load.model === 'open' ? { ...plan, load: { ...load, rate: number } } : plan;
    case 'pipelining':
      return { ...plan, connection: { ...plan.connection, pipelining: number } };
    case 'bodyBytes':
      return { ...plan, target: { ...plan.target, body: bodyOf(plan.target.body, number) } };
    case 'url':
      return { ...plan, target: { ...plan.target, url: text } };
  }
}

/** A body of so many bytes: the plan's own where it fits already, else filler. One byte too many is left for the schema to refuse. */
function bodyOf(own: string | null, bytes: number): string | null {
  if (bytesOf(own) === bytes) return own;
  return bytes > 0 ? 'x'.repeat(Math.min(bytes, mostBodyBytes + 1)) : null;
}
