/** The settings an experiment may vary: read from a plan as text, written into it. Pure. */
import { readNumber, readRate } from '../request/typed-figure.ts';
import { choosesClient, httpClients, httpProtocols } from './connection.ts';
import type { Plan } from './plan.ts';

export const settingNames = [
  'keepAlive',
  'client',
  'protocol',
  'connections',
  'rate',
  'streams',
  'pipelining',
  'maxActiveRequests',
  'bodyBytes',
  'url',
] as const;
export type SettingName = (typeof settingNames)[number];

/** Settings that make more or less load: they stand along the columns of a heatmap. */
export const loadSettings: readonly SettingName[] = ['connections', 'rate'];

/** Lists what this plan can vary: a closed load has no rate, stages have no rate or connections, a GET no body, several requests no one URL. */
export function listSettings(plan: Plan): SettingName[] {
  const { load, target, connection } = plan;
  const one = connection.protocol === 'websocket';
  const has: Record<SettingName, boolean> = {
    // A WebSocket is a connection of its own; several requests at once need a connection that stays.
    keepAlive: !one && connection.streams === 1 && connection.pipelining === 1,
    // gRPC and WebSockets have one client and one protocol.
    client: choosesClient(connection),
    protocol: choosesClient(connection),
    connections: load.model === 'open' || !load.stages,
    rate: load.model === 'open' && !load.stages,
    // Each protocol has its own way of more than one request at once.
    streams: connection.protocol !== 'http1' && !one,
    pipelining: connection.protocol === 'http1',
    // A plan without one has no number to start from.
    maxActiveRequests: connection.maxActiveRequests !== null,
    bodyBytes: target !== null && !one && target.method !== 'GET' && target.method !== 'HEAD',
    url: target !== null,
  };
  return settingNames.filter((name) => has[name]);
}

/** The setting that an experiment varies until somebody chooses: every plan has one of these. */
export function usualSetting(plan: Plan): SettingName {
  const has = listSettings(plan);
  return (['keepAlive', 'url', 'connections'] as const).find((name) => has.includes(name)) ?? 'client';
}

/** The path of a setting in the plan's schema. */
export function pointerOf(setting: SettingName, plan: Plan): string {
  const pointers: Record<SettingName, string> = {
    keepAlive: '/connection/keepAlive',
    client: '/connection/client',
    protocol: '/connection/protocol',
    streams: '/connection/streams',
    connections: plan.load.model === 'open' ? '/load/maxConnections' : '/load/connections',
    rate: '/load/rate',
    pipelining: '/connection/pipelining',
    maxActiveRequests: '/connection/maxActiveRequests',
    bodyBytes: '/target/body',
    url: '/target/url',
  };
  return pointers[setting];
}

const countBytes = (text: string | null) => (text === null ? 0 : new TextEncoder().encode(text).length);

/** The plan's own value, as a person would type it. */
export function readSetting(plan: Plan, setting: SettingName): string {
  const { load, connection, target } = plan;
  switch (setting) {
    case 'keepAlive':
      return connection.keepAlive ? 'on' : 'off';
    case 'client':
      return connection.client;
    case 'protocol':
      return connection.protocol;
    case 'streams':
      return String(connection.streams);
    case 'connections':
      return String(load.model === 'open' ? load.maxConnections : (load.connections ?? ''));
    case 'rate':
      return load.model === 'open' ? String(load.rate ?? '') : '';
    case 'pipelining':
      return String(connection.pipelining);
    case 'maxActiveRequests':
      return String(connection.maxActiveRequests ?? '');
    case 'bodyBytes':
      return String(target?.bodyBytes ?? countBytes(target?.body ?? null));
    case 'url':
      return target?.url ?? '';
  }
}

/** The values of a setting that has but a few; null where anything may be typed. */
export function listChoices(setting: SettingName): readonly string[] | null {
  if (setting === 'keepAlive') return ['on', 'off'];
  if (setting === 'client') return httpClients;
  return setting === 'protocol' ? httpProtocols : null;
}

export const numeric = (setting: SettingName): boolean => setting !== 'url' && listChoices(setting) === null;

/** The number that was typed for a setting; null where it is none. */
export function readTyped(setting: SettingName, text: string): number | null {
  return setting === 'rate' ? readRate(text) : readNumber(text);
}

/** The plan with one setting changed. A wrong number becomes NaN, a wrong protocol or client stays: the plan's schema refuses both. */
export function withSetting(plan: Plan, setting: SettingName, text: string): Plan {
  const number = readTyped(setting, text) ?? Number.NaN;
  const { load } = plan;
  switch (setting) {
    case 'keepAlive':
      return { ...plan, connection: { ...plan.connection, keepAlive: text === 'on' } };
    case 'client':
      return { ...plan, connection: { ...plan.connection, client: text as Plan['connection']['client'] } };
    case 'protocol':
      return { ...plan, connection: { ...plan.connection, protocol: text as Plan['connection']['protocol'] } };
    case 'streams':
      return { ...plan, connection: { ...plan.connection, streams: number } };
    case 'connections':
      return { ...plan, load: load.model === 'open' ? { ...load, maxConnections: number } : { ...load, connections: number } };
    case 'rate':
      return load.model === 'open' ? { ...plan, load: { ...load, rate: number } } : plan;
    case 'pipelining':
      return { ...plan, connection: { ...plan.connection, pipelining: number } };
    case 'maxActiveRequests':
      return { ...plan, connection: { ...plan.connection, maxActiveRequests: number } };
    case 'bodyBytes':
      return withBodyBytes(plan, number);
    case 'url':
      return { ...plan, target: plan.target && { ...plan.target, url: text } };
  }
}

/** The plan's own body where it has that many bytes already, else a generated one. */
function withBodyBytes(plan: Plan, bytes: number): Plan {
  if (readSetting(plan, 'bodyBytes') === String(bytes)) return plan;
  return { ...plan, target: plan.target && { ...plan.target, body: null, bodyFile: null, bodyBytes: bytes === 0 ? null : bytes } };
}
