/** Columns of text: figures to the right, names to the left. */
import { padded, widthOf } from './screen.ts';

export interface Column {
  readonly head: string;
  readonly isFigure?: boolean;
}

const gap = '  ';

/** Words are not broken into less. */
const leastWords = 16;
const indent = 2;

/**
 * Lines without their ends; no line is filled up with blanks. `width`: of a line. The words of the last column are broken for it; columns
 * that have no room go on below the others, so that no figure is cut.
 */
export function tableLines(columns: readonly Column[], rows: readonly (readonly string[])[], width = Number.POSITIVE_INFINITY): string[] {
  const hasHead = columns.some(({ head }) => head !== '');
  const all = hasHead ? [columns.map(({ head }) => head), ...rows] : rows;
  const last = columns.length - 1;
  const widths = columns.map((_, at) => Math.max(...all.map((row) => widthOf(row[at] ?? ''))));
  const parts = foldColumns(
    widths.map((one, at) => (at === last ? Math.min(one, leastWords) : one)),
    width,
  );
  const partLines = (row: readonly string[], part: readonly number[], from: number) => {
    const before = part.slice(0, -1).reduce((sum, at) => sum + (widths[at] ?? 0) + gap.length, from);
    const cells = part.map(
      (at) => [at, at === last ? wrapped(row[at] ?? '', Math.max(leastWords, width - before)) : [row[at] ?? '']] as const,
    );
    const height = Math.max(...cells.map(([, lines]) => lines.length));
    return Array.from({ length: height }, (_, line) => {
      const written = cells.map(([at, lines]) => padded(lines[line] ?? '', widths[at] ?? 0, columns[at]?.isFigure ? 'right' : 'left'));
      return (' '.repeat(from) + written.join(gap)).trimEnd();
    });
  };
  return all.flatMap((row) => parts.flatMap((part, at) => partLines(row, part, at === 0 ? 0 : indent)));
}

/** The places of the columns that stand in each line of a row. */
function foldColumns(widths: readonly number[], width: number): number[][] {
  const parts: number[][] = [];
  let used = 0;
  for (const [at, one] of widths.entries()) {
    const part = parts.at(-1);
    if (part && used + gap.length + one <= width) {
      part.push(at);
      used += gap.length + one;
    } else {
      parts.push([at]);
      used = parts.length === 1 ? one : indent + one;
    }
  }
  return parts;
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
