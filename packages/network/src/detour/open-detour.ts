/** A detour to a target on which each answer comes later, in a process of its own: it takes its processor time from neither the load nor the caller. */
import { openApartProcess } from '../apart/apart-process.ts';
import type { RelayOptions } from './relay.ts';

export interface Detour {
  /** Of the socket that connections go to in place of the target. */
  readonly path: string;
  close(): void;
}

const limitMs = 10_000;

/** Throws ApartError where its process does not come up. `environment`: all that it has of ours. */
export async function openDetour(options: RelayOptions, environment: Readonly<Record<string, string>>): Promise<Detour> {
  const apart = openApartProcess({ module: new URL('./relay-main.ts', import.meta.url), environment, keepsUp: true });
  try {
    const path = await apart.ask<string>('open', options, limitMs);
    return {
      path,
      close: () =>
        void apart
          .ask('close', null, limitMs)
          .catch(() => undefined)
          .finally(apart.close),
    };
  } catch (error) {
    apart.close();
    throw error;
  }
}
