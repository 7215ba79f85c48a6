/** Templates compiled to functions, once. What a template becomes can never end a header line or leave its place in a path. */
import { randomUUID } from 'node:crypto';
import { hasTemplate, parseTemplate, type TemplatePart } from '@plimsoll/contracts/template';
import { refusalSentence } from '@plimsoll/wording/refusal-sentence';

/** What templates are rendered from. */
export interface RenderContext {
  /** Number of the request, unique over the run. */
  readonly seq: number;
  /** Fields of its data row, by column. */
  readonly row: ReadonlyMap<string, string> | null;
  /** What earlier responses of its sequence held, by name. */
  readonly values: ReadonlyMap<string, string> | null;
  readonly random: () => number;
  readonly wallMs: () => number;
}

export type Rendered = (context: RenderContext) => string;

const asItIs = (text: string) => text;

/**
 * A function that renders this text, or what the text always is where nothing in it changes. Each value goes through `guard`,
 * each text between templates through `plain`.
 */
export function compileTemplate(text: string, guard: (value: string) => string, plain = asItIs): Rendered | string {
  if (!hasTemplate(text)) return plain(text);
  const parts = parseTemplate(text);
  if ('error' in parts) throw new RangeError(refusalSentence(parts.error));
  const pieces = parts.map((part): Rendered | string => (part.kind === 'text' ? plain(part.text) : rendererOf(part, guard)));
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

function rendererOf(part: Exclude<TemplatePart, { kind: 'text' }>, guard: (value: string) => string): Rendered {
  switch (part.kind) {
    case 'uuid':
      return () => randomUUID();
    case 'seq':
      return ({ seq }) => String(seq);
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

export const inBody = asItIs;
/** Half a surrogate pair, which a JSON text can hold, has no UTF-8. */
export const inPath = (value: string) => encodeURIComponent(value.toWellFormed());
/** A header line ends at a line break, and holds Latin-1. */
export const inHeader = (value: string) => value.replace(/[^\t\u0020-\u007e\u0080-\u00ff]/g, '?');
/** What is written in a path and is no template is escaped as a URL would be. */
export const writtenInPath = (text: string) => encodeURI(text.toWellFormed()).replaceAll('%25', '%');
