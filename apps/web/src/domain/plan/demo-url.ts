/** The demo target's knobs are query parameters of its URL. */
import { type demoKnobs, demoSocketPaths, type demoStreamKnobs, demoStreamPaths } from '@plimsoll/contracts/system';

export type Knob = (typeof demoKnobs)[number];
export type StreamKnob = Knob | (typeof demoStreamKnobs)[number];

export function isDemoUrl(url: string, demoTarget: string | undefined): boolean {
  return demoTarget !== undefined && (url === demoTarget || url.startsWith(`${demoTarget.replace(/\/$/, '')}/`));
}

/** Has it the demo target's host and port, in any scheme? */
export function isAtDemo(url: string, demoTarget = ''): boolean {
  return URL.canParse(url) && URL.canParse(demoTarget) && new URL(url).host === new URL(demoTarget).host;
}

/** The demo target with knobs that make a first run worth looking at: a new connection for each request is told from a kept one in some seconds. */
export function demoUrl(demoTarget: string): string {
  return `${demoTarget.replace(/\/$/, '')}/?delayMs=2&jitterMs=1`;
}

/** The demo target's WebSocket that sends each message back. */
export function demoSocketUrl(demoTarget: string): string {
  return `${demoTarget.replace('http', 'ws').replace(/\/$/, '')}${demoSocketPaths.echo}?delayMs=2&jitterMs=1`;
}

/** Is it the path of one of the demo target's WebSockets? It takes none elsewhere. */
export function isDemoSocket(url: string): boolean {
  return URL.canParse(url) && (Object.values(demoSocketPaths) as string[]).includes(new URL(url).pathname);
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
