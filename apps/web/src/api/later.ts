/** Modules of the web that are fetched when they are needed, also across an outage of the API, which serves them. */
import { type LazyExoticComponent, lazy, type ReactNode } from 'react';
import { untilReached } from './reach.ts';

/** Fetches a module. While the API is away it waits, and the page that stands there stays. */
export async function fetched<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (await untilReached()) return fetched(load);
    // It answers and has no such file: after an upgrade an old page asks for the old ones, and the new page has its own.
    if (!mayReload()) throw error;
    window.location.reload();
    return new Promise(() => undefined);
  }
}

/** A component of a module that is fetched when it is first drawn. */
export function later<Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name): Later<Module[Name]> {
  return lazy(async () => ({ default: (await fetched(load))[name] as () => ReactNode })) as unknown as Later<Module[Name]>;
}
type Later<Component> = Component extends (props: infer Props) => ReactNode ? LazyExoticComponent<(props: Props) => ReactNode> : never;

/** Not again and again, where the new page lacks it, too. */
function mayReload(): boolean {
  const key = 'plimsoll.reloaded';
  if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < 10_000) return false;
  sessionStorage.setItem(key, String(Date.now()));
  return true;
}
