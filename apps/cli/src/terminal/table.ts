/** Columns of text: figures to the right, names to the left. */
import { padded, widthOf } from './screen.ts';

export interface Column {
  readonly head: string;
  readonly isFigure?: boolean;
}

const gap = '  ';

/** Words are not broken into less. */
const leastWords = 16;

/** Lines without their ends; no line is filled up with blanks. `width`: of a line, for which the words of the last column are broken. */
export function tableLines(columns: readonly Column[], rows: readonly (readonly string[])[], width = Number.POSITIVE_INFINITY): string[] {
  const hasHead = columns.some(({ head }) => head !== '');
  const all = hasHead ? [columns.map(({ head }) => head), ...rows] : rows;
  const widths = columns.map((_, at) => Math.max(...all.map((row) => widthOf(row[at] ?? ''))));
  const before = widths.slice(0, -1).reduce((sum, one) => sum + one + gap.length, 0);
  const broken = all.flatMap((row) => {
    const last = columns.length - 1;
    const [first = '', ...more] = wrapped(row[last] ?? '', Math.max(leastWords, width - before));
    return [[...row.slice(0, last), first], ...more.map((words) => [...row.slice(0, last).fill(''), words])];
  });
  return broken.map((row) =>
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
