/** Lines of fields with one sign between them (RFC 4180 with any separator). */

export type Separator = ',' | ';' | '\t';

/** A field: quoted with doubled quotes inside, or plain; then a separator, a line end or the end. */
const fields: Readonly<Record<Separator, RegExp>> = {
  ',': /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r?\n|$)/y,
  ';': /(?:"([^"]*(?:""[^"]*)*)"|([^";\r\n]*))(;|\r?\n|$)/y,
  '\t': /(?:"([^"]*(?:""[^"]*)*)"|([^"\t\r\n]*))(\t|\r?\n|$)/y,
};

/** A line that cannot be read: a quote in the wrong place, or more than `most` says. `line` counts from 1. */
export type UnreadLine =
  | { readonly kind: 'quote'; readonly line: number; readonly at: number }
  | { readonly kind: 'columns' | 'rows'; readonly line: number };

/** `most.columns` holds for the first line. A line end at the end of the text makes no line. */
export function readSeparated(
  text: string,
  separator: Separator,
  most: { readonly columns: number; readonly lines: number },
): { readonly lines: string[][] } | { readonly unread: UnreadLine } {
  const field = new RegExp(fields[separator]);
  const lines: string[][] = [];
  let line: string[] = [];
  while (field.lastIndex < text.length || line.length > 0) {
    const at = field.lastIndex;
    const match = field.exec(text);
    if (!match) return { unread: { kind: 'quote', line: lines.length + 1, at } };
    line.push(match[1] !== undefined ? match[1].replaceAll('""', '"') : (match[2] as string));
    if (lines.length === 0 && line.length > most.columns) return { unread: { kind: 'columns', line: 1 } };
    if (match[3] === separator) continue;
    lines.push(line);
    if (lines.length > most.lines) return { unread: { kind: 'rows', line: lines.length } };
    line = [];
    if (match[3] === '') break;
  }
  return { lines };
}
