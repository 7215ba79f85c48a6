/** Contrast of what is drawn, computed from the tokens: WCAG 2.2, 1.4.3 and 1.4.11. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const [light = '', dark = ''] = readFileSync(join(import.meta.dirname, '../../../../packages/pages/src/tokens.css'), 'utf8').split(
  ':root[data-mantine-color-scheme="dark"]',
);

function readColours(css: string): Readonly<Record<string, string>> {
  return Object.fromEntries([...css.matchAll(/--([\w-]+): (#[\da-f]{3,6});/g)].map(([, name, colour]) => [name, colour]));
}

/** Relative luminance of `#rgb` or `#rrggbb`. */
function luminance(colour: string): number {
  const digits = colour.length === 4 ? colour.slice(1).replace(/./g, '$&$&') : colour.slice(1);
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Pairs of these that are nearer than `least : 1`. */
function tooNear(colours: Readonly<Record<string, string>>, inks: readonly string[], papers: readonly string[], least: number): string[] {
  return inks.flatMap((ink) =>
    papers.flatMap((paper) => {
      const ratio = contrast(colours[ink] ?? '#000', colours[paper] ?? '#000');
      return ratio < least ? [`${ink} on ${paper}: ${ratio.toFixed(2)}`] : [];
    }),
  );
}

const lines = ['planned', 'sent', 'ok', 'failed', 'cpu', 'p50', 'p90', 'p95', 'p99', 'p999', 'e1', 'e2', 'e3', 'e4', 'e5', 'e6'];
const judgements = ['good', 'bad', 'warn', 'even', 'accent'];

describe.each([
  ['light', light],
  ['dark', dark],
])('in %s', (_, css) => {
  const colours = readColours(css);

  it('a line of a chart and the border of a field stand out from what is behind them, 3 : 1', () => {
    expect(Object.keys(colours)).toEqual(expect.arrayContaining([...lines, 'field-line', 'card', 'paper']));
    expect(tooNear(colours, [...lines, 'field-line', 'accent', 'bad'], ['card', 'paper'], 3)).toEqual([]);
  });

  it('text can be read, 4.5 : 1', () => {
    expect(tooNear(colours, ['ink', 'ink2', 'ink3', ...judgements], ['card', 'paper'], 4.5)).toEqual([]);
    for (const judgement of judgements) expect(tooNear(colours, [judgement], [`${judgement}-soft`], 4.5)).toEqual([]);
    expect(tooNear(colours, ['on-accent'], ['accent', 'accent-strong'], 4.5)).toEqual([]);
  });

  it('percentiles get darker or lighter in their order, so that they are told apart without their hue', () => {
    const steps = ['p50', 'p90', 'p95', 'p99', 'p999'].map((name) => contrast(colours[name] ?? '#000', colours.card ?? '#000'));
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    for (const [at, step] of steps.slice(1).entries()) expect(step / (steps[at] ?? step)).toBeGreaterThan(1.2);
  });
});
