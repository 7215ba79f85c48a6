/** Turns the preview's SVG into PNG, with fonts of ours: nothing of the machine's and nothing of the network is asked. */
import { fileURLToPath } from 'node:url';
import type { SharedContent } from '@plimsoll/contracts/share';
import { renderAsync } from '@resvg/resvg-js';
import { atMost } from '../../auth/at-most.ts';
import { previewSvg } from './preview-svg.ts';

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
const oneAtATime = atMost(1);

export interface PreviewImages {
  /** By share id: what a share shows never changes. `content` answers null when the link was revoked meanwhile. */
  of(shareId: string, content: () => Promise<SharedContent | null>): Promise<Buffer | null>;
}

/** Keeps the last hundred pictures. */
export function openPreviewImages(): PreviewImages {
  const images = new Map<string, Promise<Buffer | null>>();
  return {
    of(shareId, content) {
      const known = images.get(shareId);
      if (known) return known;
      const made = oneAtATime(async () => {
        const found = await content();
        return found && previewPng(found);
      });
      images.set(shareId, made);
      for (const oldest of images.keys()) if (images.size > kept) images.delete(oldest);
      made.then((image) => image ?? images.delete(shareId)).catch(() => images.delete(shareId));
      return made;
    },
  };
}
