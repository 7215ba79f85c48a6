/** Turns the preview's SVG into PNG. */
import type { SharedContent } from '@plimsoll/contracts/share';
import { renderAsync } from '@resvg/resvg-js';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { withFonts } from './preview-fonts.ts';
import { previewSvg } from './preview-svg.ts';

/** 1200 × 630, 8 bits a channel. */
export async function previewPng(content: SharedContent): Promise<Buffer> {
  const svg = previewSvg(content);
  return withFonts(svg, async (fontFiles) => {
    const font = { loadSystemFonts: false, fontFiles, defaultFontFamily: 'Inter', sansSerifFamily: 'Inter' };
    return (await renderAsync(svg, { font, logLevel: 'off' })).asPng();
  });
}

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
        return found ? previewPng(found) : undefined;
      }),
  });
  return { of: async (key, content) => (await images.fetch(key, { context: content })) ?? null };
}
