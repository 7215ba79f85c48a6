/** Templates, compiled once to functions. A rendered value can never end a header line or change the structure of a path. */

import { randomUUID } from 'node:crypto';
import { hasTemplate, parseTemplate, type TemplatePart } from '@plimsoll/contracts/template';
import { refusalSentence } from '@plimsoll/wording/refusal-sentence';

/** The values that templates are rendered from. */
export interface RenderContext {
  /** Number of the request, unique over the run. */
  readonly seq: number;
  /** Number of the message in its stream; absent where none is rendered. */
  readonly messageSeq?: number;
  /** Fields of its data row, by column. */
  readonly row: ReadonlyMap<string, string> | null;
  /** Values taken from earlier responses of its iteration, by name. */
  readonly values: ReadonlyMap<string, string> | null;
  readonly random: () => number;
  readonly wallMs: () => number;
}

/** For templates that depend on nothing. */
export const noContext: RenderContext = { seq: 0, row: null, values: null, random: () => 0, wallMs: () => 0 };

export type Rendered = (context: RenderContext) => string;

const asItIs = (text: string) => text;

/**
 * A function that renders this text; the text itself if nothing in it changes. Each value goes through `guard`,
 * each text between templates through `plain`.
 */
export function compileTemplate(text: string, guard: (value: string) => string, plain = asItIs): Rendered | string {
  if (!hasTemplate(text)) return plain(text);
  const parts = parseTemplate(text);
  if ('error' in parts) throw new RangeError(refusalSentence(parts.error));
  const pieces = parts.map((part): Rendered | string => (part.kind === 'text' ? plain(part.text) : createRenderer(part, guard)));
  if (pieces.every((piece) => typeof piece === 'string')) return pieces.join('');
  return (context) => {
    let rendered = '';
    for (const piece of pieces) rendered += typeof piece === 'string' ? piece : piece(context);
    return rendered;
  };
}

export function render(compiled: Rendered | string, context: RenderContext): string {
  return typeof compiled === 'string' ? compiled : compiled(context);
}

function createRenderer(part: Exclude<TemplatePart, { kind: 'text' }>, guard: (value: string) => string): Rendered {
  switch (part.kind) {
    case 'uuid':
      return () => randomUUID();
    case 'seq':
      return ({ seq }) => String(seq);
    case 'messageSeq':
      return ({ messageSeq }) => String(messageSeq ?? 0);
    case 'now':
      return ({ wallMs }) => String(wallMs());
    case 'randomInt':
      return ({ random }) => String(part.low + Math.floor(random() * (part.high - part.low + 1)));
    case 'row':
      return ({ row }) => guard(row?.get(part.column) ?? '');
    case 'variable':
      return ({ values }) => guard(values?.get(part.name) ?? '');
  }
}

export const unescaped = asItIs;
/** A JSON text can hold half a surrogate pair, which has no UTF-8 form. */
export const escapePathValue = (value: string) => encodeURIComponent(value.toWellFormed());
/** A header line ends at a line break and holds Latin-1 only. */
export const escapeHeaderValue = (value: string) => value.replace(/[^\t\u0020-\u007e\u0080-\u00ff]/g, '?');
/** Text of a path outside templates is escaped as the URL class does it. */
export const escapePathText = (text: string) => encodeURI(text.toWellFormed()).replaceAll('%25', '%');
