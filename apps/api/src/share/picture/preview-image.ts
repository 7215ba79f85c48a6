/** Turns the preview's SVG into PNG, with fonts of ours: nothing of the machine's and nothing of the network is asked. */
import { fileURLToPath } from 'node:url';
import type { SharedContent } from '@plimsoll/contracts/share';
import { renderAsync } from '@resvg/resvg-js';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { previewSvg } from './preview-svg.ts';

// resvg reads TTF and OTF alone. Fontsource, which the web's Inter comes from, ships WOFF and WOFF2 only, cut up by script; so the
// same typeface is a package of its own here.
const fontFiles = ['400Regular/Inter_400Regular', '600SemiBold/Inter_600SemiBold', '700Bold/Inter_700Bold'].map((name) =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${name}.ttf`)),
);

/** 1200 × 630, 8 bits a channel. */
export async function previewPng(content: SharedContent): Promise<Buffer> {
  const image = await renderAsync(previewSvg(content), {
    font: { loadSystemFonts: false, fontFiles, defaultFontFamily: 'Inter', sansSerifFamily: 'Inter' },
    logLevel: 'off',
  });
  return image.asPng();
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
