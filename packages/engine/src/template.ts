/** Templates compiled to functions, once. What a template becomes can never end a header line or leave its place in a path. */
import { randomUUID } from 'node:crypto';
import { hasTemplate, parseTemplate, type TemplatePart } from '@plimsoll/contracts/template';

/** What templates are rendered from. */
export interface RenderContext {
  /** Number of the request, unique over the run. */
  readonly seq: number;
  /** Fields of its data row, by column. */
  readonly row: ReadonlyMap<string, string> | null;
  readonly random: () => number;
  readonly wallMs: () => number;
}

export type Rendered = (context: RenderContext) => string;

/** A function that renders this text, or null if it holds no template. Each value goes through `guard`. */
export function compileTemplate(text: string, guard: (value: string) => string): Rendered | null {
  if (!hasTemplate(text)) return null;
  const parts = parseTemplate(text);
  if ('error' in parts) throw new RangeError(parts.error);
  const pieces = parts.map((part): Rendered | string => (part.kind === 'text' ? part.text : rendererOf(part, guard)));
  return (context) => {
    let rendered = '';
    for (const piece of pieces) rendered += typeof piece === 'string' ? piece : piece(context);
    return rendered;
  };
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
      throw new RangeError('Values cannot be carried from one request to another yet.');
  }
}

export const inBody = (value: string) => value;
export const inPath = (value: string) => encodeURIComponent(value);
/** A header line ends at a line break, and holds Latin-1. */
export const inHeader = (value: string) => value.replace(/[^\t\u0020-\u007e\u0080-\u00ff]/g, '?');
