/** Answers that never change, kept as the bytes they go out as, up to so much memory; those that nobody asked for longest go first. */
import type { Written } from '@plimsoll/analysis/written';
import { LRUCache } from 'lru-cache';

export interface KeptAnswers {
  /** The one that is kept, else the one that is made; null is not kept. */
  of(key: string, make: () => Promise<Written | null>): Promise<Written | null>;
}

export function openKeptAnswers(mostBytes: number): KeptAnswers {
  // An answer that is larger by itself is not kept.
  const kept =
    mostBytes > 0
      ? new LRUCache<string, Written>({ maxSize: mostBytes, sizeCalculation: ({ body }, key) => body.length + key.length })
      : null;
  return {
    async of(key, make) {
      const known = kept?.get(key);
      if (known) return known;
      const made = await make();
      if (made) kept?.set(key, made);
      return made;
    },
  };
}
