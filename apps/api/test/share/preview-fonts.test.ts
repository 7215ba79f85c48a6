/** Letters of other scripts than Latin in a preview picture, drawn as it is drawn. */
import { existsSync } from 'node:fs';
import { renderAsync } from '@resvg/resvg-js';
import { expect, test } from 'vitest';
import { drawable, withFonts } from '../../src/share/picture/preview-fonts.ts';

async function draw(letters: string): Promise<string> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="60" font-family="Inter"><text x="4" y="44" font-size="40">${letters}</text></svg>`;
  let used: string[] = [];
  const image = await withFonts(svg, (fontFiles) => {
    used = fontFiles;
    return renderAsync(svg, { font: { loadSystemFonts: false, fontFiles, defaultFontFamily: 'Inter' }, logLevel: 'off' });
  });
  expect(used.filter((file) => file.includes('plimsoll-fonts-')).filter(existsSync)).toEqual([]);
  return Buffer.from(image.pixels).toString('base64');
}

test.each([
  ['Chinese', '结账', '峰值'],
  ['Japanese', 'ひらがな', 'カタカナ'],
  ['Korean', '부하', '시험'],
  ['Hebrew', 'עומס', 'שיאא'],
  ['Thai', 'โหลด', 'ทดสอบ'],
  ['Greek', 'φορτίο', 'αιχμή'],
])('names in %s can be read: each letter is its own, and none a box', async (_script, one, other) => {
  expect([drawable(one), drawable(other)]).toEqual([one, other]);
  // A letter that no font has is the same empty box, or nothing, as any other one.
  const [missing, ...drawn] = await Promise.all(['\u{10380}\u{10381}', one, other, [...one].reverse().join('')].map(draw));
  expect(new Set([missing, ...drawn]).size).toBe(4);
});

test('words that cannot be drawn leave an ellipsis, and signs leave nothing', () => {
  expect(drawable('checkout 🎉 \u{10380} حمل 结账：高峰')).toBe('checkout … 结账：高峰');
  expect([drawable('حمل الذروة'), drawable('भुगतान'), drawable('🎉 go')]).toEqual(['…', '…', 'go']);
});
