/** The parts of a preview picture: sizes, colours, text, pills, lines over time. */

import type { Tone } from '@plimsoll/contracts/verdict';
import { type Html, html } from '@plimsoll/pages/html';
import { findTop, type Series, sparkPath } from '../page/spark-path.ts';
import { textWidth } from './text-width.ts';

export const previewSize = { width: 1200, height: 630 } as const;
export const ink = {
  paper: '#f6f7f9',
  card: '#ffffff',
  ink: '#0d1b2a',
  ink2: '#51606f',
  line: '#e2e6eb',
  hair: '#eef1f4',
  accent: '#0b7285',
};
export const planned = '#8592a0';
export const tones: Readonly<Record<Tone, readonly [strong: string, soft: string]>> = {
  good: ['#1d7a46', '#e5f4eb'],
  bad: ['#b3361f', '#fbe9e5'],
  warn: ['#8a5a00', '#fdf3dc'],
  even: ['#51606f', '#e6eaee'],
};
export const stampTones = { valid: 'good', unwatched: 'even', degraded: 'warn', invalid: 'bad' } as const;
export const [left, right] = [64, previewSize.width - 64];

interface TextStyle {
  readonly size: number;
  readonly fill?: string;
  readonly weight?: 400 | 600 | 700;
  readonly anchor?: 'start' | 'end';
}

export function text(x: number, y: number, words: string, { size, fill = ink.ink, weight = 400, anchor = 'start' }: TextStyle): Html {
  const spacing = size >= 40 ? -0.02 * size : 0;
  return html`<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}" letter-spacing="${spacing}">${words}</text>`;
}

/** A rounded word on its soft colour; `x` is its left edge, or its right one where `atEnd`. */
export function pill(x: number, y: number, word: string, tone: Tone, atEnd = false): Html {
  const width = textWidth(word, 24) + 44;
  const from = atEnd ? x - width : x;
  const [strong, soft] = tones[tone];
  return html`<rect x="${from}" y="${y}" width="${width}" height="44" rx="22" fill="${soft}"/><text x="${from + width / 2}" y="${y + 31}" font-size="24" font-weight="600" fill="${strong}" text-anchor="middle">${word}</text>`;
}

export const card = { x: 520, y: 350, width: right - 520, height: 226 };
export const panel = html`<rect x="${card.x}" y="${card.y}" width="${card.width}" height="${card.height}" rx="16" fill="${ink.card}" stroke="${ink.line}" stroke-width="1.5"/>`;

export interface Line {
  readonly name: string;
  readonly figure: string;
  readonly series: Series;
  readonly colour: string;
  readonly dash?: string;
}

export function spark(line: Line, box: Parameters<typeof sparkPath>[1], top: number, count: number): Html {
  return html`<path d="${sparkPath(line.series, box, top, count)}" fill="none" stroke="${line.colour}" stroke-width="3.5" stroke-linejoin="round" stroke-linecap="round"${line.dash ? html` stroke-dasharray="${line.dash}"` : null}/>`;
}

/** Both arms on one scale. */
export function overlaid(lines: readonly Line[]): Html {
  const top = findTop(...lines.map(({ series }) => series));
  const count = Math.max(...lines.map(({ series }) => series.length));
  const box = { x: card.x + 28, y: card.y + 72, width: card.width - 56, height: card.height - 100 };
  const legend = lines.map((line, i) => {
    const x = card.x + 28 + i * ((card.width - 56) / 2);
    const swatch = html`<path d="M${x} ${card.y + 37}h34" stroke="${line.colour}" stroke-width="4"${line.dash ? html` stroke-dasharray="8 5"` : null}/>`;
    return html`${swatch}${text(x + 46, card.y + 45, line.name, { size: 22, fill: ink.ink2 })}${text(x + 60 + textWidth(line.name, 22), card.y + 45, line.figure, { size: 22, weight: 600 })}`;
  });
  const floor = html`<path d="M${box.x} ${box.y + box.height}h${box.width}" stroke="${ink.line}" stroke-width="2"/>`;
  return html`${panel}${legend}${floor}${lines.map((line) => spark(line, box, top, count))}`;
}
