/** Columns of text: figures to the right, names to the left. */
import { padded, widthOf } from './screen.ts';

export interface Column {
  readonly head: string;
  readonly isFigure?: boolean;
}

const gap = '  ';

/** Lines without their ends; no line is filled up with blanks. */
export function tableLines(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const hasHead = columns.some(({ head }) => head !== '');
  const all = hasHead ? [columns.map(({ head }) => head), ...rows] : rows;
  const widths = columns.map((_, at) => Math.max(...all.map((row) => widthOf(row[at] ?? ''))));
  return all.map((row) =>
    columns
      .map(({ isFigure }, at) => padded(row[at] ?? '', widths[at] ?? 0, isFigure ? 'right' : 'left'))
      .join(gap)
      .trimEnd(),
  );
}

/** Text in lines of at most this width, broken at blanks. */
export function wrapped(text: string, width: number, indent = ''): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && widthOf(indent + line) + 1 + widthOf(word) > width) {
      lines.push(indent + line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, indent + line];
}
