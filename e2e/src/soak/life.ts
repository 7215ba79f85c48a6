/** The resources of a process over its life, and whether they grew. */
import type { Resources } from './resources.ts';

export interface Held extends Omit<Resources, 'kind'> {
  readonly rssMb: number;
  readonly openFiles: number;
}

export interface Life {
  readonly name: string;
  readonly seconds: number;
  /** The most of each when it was warm. */
  readonly first: Held;
  /** The least of each at last: what comes and goes with its work is no leak. */
  readonly last: Held;
}

/** So many looks make the first figures, and the last ones. */
const window = 12;
const kinds = ['rssMb', 'heapMb', 'openFiles', 'sockets', 'timers'] as const;
/** The most that a process may grow from warm to its end. */
const mostGrowth: Held = { rssMb: 60, heapMb: 30, openFiles: 10, sockets: 10, timers: 10 };

/** Null: it did not live long enough. */
export function toLife(name: string, seconds: number, looks: readonly Held[]): Life | null {
  if (looks.length < 2 * window) return null;
  const most = (some: readonly Held[], kind: keyof Held) => some.reduce((so, each) => Math.max(so, each[kind]), 0);
  const least = (some: readonly Held[], kind: keyof Held) => some.reduce((so, each) => Math.min(so, each[kind]), Infinity);
  const each = (figure: (kind: keyof Held) => number) =>
    Object.fromEntries(kinds.map((kind) => [kind, Math.round(figure(kind))])) as unknown as Held;
  return {
    name,
    seconds: Math.round(seconds),
    first: each((kind) => most(looks.slice(0, window), kind)),
    last: each((kind) => least(looks.slice(-window), kind)),
  };
}

export function hasGrown({ first, last }: Life): boolean {
  return kinds.some((kind) => last[kind] - first[kind] > mostGrowth[kind]);
}

export function tellLife({ name, seconds, first, last }: Life): string {
  const grew = (kind: keyof Held) => `${first[kind]} → ${last[kind]}`;
  return `${name}, ${seconds} s: ${grew('rssMb')} MB, heap ${grew('heapMb')} MB, ${grew('openFiles')} open files, ${grew('sockets')} sockets, ${grew('timers')} timers`;
}
