/** Turns the preview's SVG into PNG. Imported with the first picture: its libraries are for pictures alone. */
import type { SharedContent } from '@plimsoll/contracts/share';
import { renderAsync } from '@resvg/resvg-js';
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
