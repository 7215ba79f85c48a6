/** The demo target's knobs are query parameters of its URL. */
import { type demoKnobs, demoSocketPaths } from '@plimsoll/contracts/system';

export type Knob = (typeof demoKnobs)[number];

export function isDemoUrl(url: string, demoTarget: string | undefined): boolean {
  return demoTarget !== undefined && (url === demoTarget || url.startsWith(`${demoTarget.replace(/\/$/, '')}/`));
}

/** The demo target with knobs that make a first run worth looking at: a new connection for each request is told from a kept one in some seconds. */
export function demoUrl(demoTarget: string): string {
  return `${demoTarget.replace(/\/$/, '')}/?delayMs=2&jitterMs=1`;
}

/** The demo target's WebSocket that sends each message back. */
export function demoSocketUrl(demoTarget: string): string {
  return `${demoTarget.replace('http', 'ws').replace(/\/$/, '')}${demoSocketPaths.echo}?delayMs=2&jitterMs=1`;
}

export function readKnob(url: string, knob: Knob): string {
  return URL.canParse(url) ? (new URL(url).searchParams.get(knob) ?? '') : '';
}

export function withKnob(url: string, knob: Knob, value: string): string {
  if (!URL.canParse(url)) return url;
  const next = new URL(url);
  if (value === '') next.searchParams.delete(knob);
  else next.searchParams.set(knob, value);
  return next.href;
}
