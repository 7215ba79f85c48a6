/**
 * Templates in a request's path, header values, credentials and body: `{{uuid}}`, `{{seq}}`, `{{now}}`, `{{randomInt 1 100}}`,
 * `{{row.column}}`, `{{name}}` for a value an earlier request of a sequence extracted, and `{{"{{"}}` for two braces as they are.
 * Parsed here, so that the form and the engine agree; rendered by the engine. Never nested.
 */

import { type Refusal, refusal } from '../api/refusal.ts';

export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  /** A fresh UUID; the number of the request from 0, unique over the run; the wall clock in ms. */
  | { readonly kind: 'uuid' | 'seq' | 'now' }
  /** The number of a message in its stream (gRPC call, WebSocket), from 0. */
  | { readonly kind: 'messageSeq' }
  /** A whole number from `low` to `high`, both possible. */
  | { readonly kind: 'randomInt'; readonly low: number; readonly high: number }
  /** A field of the data row of this request. */
  | { readonly kind: 'row'; readonly column: string }
  /** A value an earlier request of the sequence extracted. */
  | { readonly kind: 'variable'; readonly name: string };

const anywhere = /\{\{(\s*"\{\{"\s*|[^{}]*)\}\}/g;
export const knownTemplates = '{{uuid}}, {{seq}}, {{now}}, {{randomInt 1 100}}, {{row.column}}';
/** Templates that a plan may hold. */
export const mostTemplates = 10_000;
/** Names that no extracted value can have. */
export const templateWords: ReadonlySet<string> = new Set(['uuid', 'seq', 'now', 'messageSeq', 'randomInt', 'row']);

/** Does this text hold a template? */
export function hasTemplate(text: string): boolean {
  return text.includes('{{');
}

/** The parts of a text, or what is wrong with it. */
export function parseTemplate(text: string): readonly TemplatePart[] | { readonly error: Refusal } {
  const parts: TemplatePart[] = [];
  let end = 0;
  let open = false;
  const plain = (piece: string) => {
    open ||= piece.includes('{{');
    parts.push({ kind: 'text', text: piece });
  };
  for (const match of text.matchAll(anywhere)) {
    if (match.index > end) plain(text.slice(end, match.index));
    end = match.index + match[0].length;
    const part = parsePart((match[1] ?? '').trim());
    if ('error' in part) return part;
    if (parts.length > 2 * mostTemplates) return { error: refusal('templates_most', { most: mostTemplates }) };
    parts.push(part);
  }
  if (end < text.length) plain(text.slice(end));
  return open ? { error: refusal('template_open', { known: knownTemplates }) } : parts;
}

function parsePart(inner: string): TemplatePart | { readonly error: Refusal } {
  if (inner === '"{{"') return { kind: 'text', text: '{{' };
  if (inner === 'uuid' || inner === 'seq' || inner === 'now' || inner === 'messageSeq') return { kind: inner };
  const row = /^row\.([A-Za-z0-9_-]{1,100})$/.exec(inner);
  if (row) return { kind: 'row', column: row[1] as string };
  const range = /^randomInt\s+(-?\d{1,15})\s+(-?\d{1,15})$/.exec(inner);
  if (range) {
    const [low, high] = [Number(range[1]), Number(range[2])];
    return low <= high ? { kind: 'randomInt', low, high } : { error: refusal('template_range', { template: `{{${inner}}}` }) };
  }
  if (/^[A-Za-z_][A-Za-z0-9_]{0,49}$/.test(inner) && !templateWords.has(inner)) return { kind: 'variable', name: inner };
  return { error: refusal('template_unknown', { template: `{{${inner.slice(0, 50)}}}`, known: knownTemplates }) };
}
