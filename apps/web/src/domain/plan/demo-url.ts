/** The demo target's knobs are query parameters of its URL. */
import { type demoKnobs, demoSocketPaths, type demoStreamKnobs, demoStreamPaths } from '@plimsoll/contracts/system';

export type Knob = (typeof demoKnobs)[number];
export type StreamKnob = Knob | (typeof demoStreamKnobs)[number];

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

/** Does it ask the demo target for a stream? */
export function isDemoStream(url: string): boolean {
  return URL.canParse(url) && (Object.values(demoStreamPaths) as string[]).includes(new URL(url).pathname);
}

export function readKnob(url: string, knob: StreamKnob): string {
  return URL.canParse(url) ? (new URL(url).searchParams.get(knob) ?? '') : '';
}

export function withKnob(url: string, knob: StreamKnob, value: string): string {
  if (!URL.canParse(url)) return url;
  const next = new URL(url);
  if (value === '') next.searchParams.delete(knob);
  else next.searchParams.set(knob, value);
  return next.href;
}
