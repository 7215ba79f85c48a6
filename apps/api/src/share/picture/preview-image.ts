/** The pictures of links that were asked for last. */
import type { SharedContent } from '@plimsoll/contracts/share';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';

const kept = 100;
// One picture takes some 50 ms of a core.
const oneAtATime = pLimit(1);

export interface PreviewImages {
  /** By share: what a share shows never changes. `content` answers null when the link was revoked meanwhile. */
  of(key: string, content: () => Promise<SharedContent | null>): Promise<Buffer | null>;
}

/** Keeps the last hundred pictures; who asks for one that is being made waits for it. */
export function openPreviewImages(): PreviewImages {
  const images = new LRUCache<string, Buffer, () => Promise<SharedContent | null>>({
    max: kept,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context: content }) =>
      oneAtATime(async () => {
        const found = await content();
        return found ? (await import('./preview-png.ts')).previewPng(found) : undefined;
      }),
  });
  return { of: async (key, content) => (await images.fetch(key, { context: content })) ?? null };
}
