/** Standard output and error as a person or a log sees them: colours, width, lines that are drawn again. */

import type { Tone } from '@plimsoll/contracts/verdict';
import { type EnvironmentVariables, environment } from '../config.ts';

export interface Screen {
  /** Lines are drawn again in place: a terminal that can. */
  readonly isLive: boolean;
  readonly columns: number;
  paint(text: string, look: Tone | 'soft' | 'strong'): string;
  /** The result, on standard output. */
  say(line: string): void;
  /** Progress and troubles, on standard error. */
  note(line: string): void;
  /** Draws these lines in place of those it drew before. */
  draw(lines: readonly string[]): void;
  /** Takes what was drawn away. */
  clear(): void;
}

interface Streams {
  readonly out: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly err: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly env: EnvironmentVariables;
}

const escapes = { good: 32, bad: 31, warn: 33, even: 39, soft: 2, strong: 1 } as const;
const leastColumns = 40;

export function openScreen({ out, err, env }: Streams = { out: process.stdout, err: process.stderr, env: environment }): Screen {
  const isDumb = env.TERM === 'dumb';
  // https://no-color.org: any value but none.
  const hasColour = (env.FORCE_COLOR ?? '') !== '' || ((env.NO_COLOR ?? '') === '' && out.isTTY === true && !isDumb);
  const isLive = err.isTTY === true && !isDumb && (env.CI ?? '') === '';
  let drawn = 0;
  const clear = () => {
    if (drawn > 0) err.write(`\u001b[${drawn}A\u001b[0J`);
    drawn = 0;
  };
  return {
    isLive,
    get columns() {
      return Math.max(leastColumns, out.columns ?? err.columns ?? 80);
    },
    paint: (text, look) => (hasColour ? `\u001b[${escapes[look]}m${text}\u001b[0m` : text),
    say(line) {
      clear();
      out.write(`${line}\n`);
    },
    note(line) {
      clear();
      err.write(`${line}\n`);
    },
    draw(lines) {
      clear();
      err.write(lines.map((line) => `${line}\n`).join(''));
      drawn = lines.length;
    },
    clear,
  };
}

/** As wide as it is read: escapes take no place. */
export function widthOf(text: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escapes of a terminal begin with one.
  return [...text.replace(/\u001b\[\d+m/g, '')].length;
}

export function padded(text: string, width: number, end: 'left' | 'right' = 'left'): string {
  const room = ' '.repeat(Math.max(0, width - widthOf(text)));
  return end === 'left' ? text + room : room + text;
}

/** What goes on beside its title, which gives way where there is no room for both. */
export function headLine(title: string, news: string, width: number): string {
  if (news === '') return cut(title, width);
  return [cut(title, Math.max(1, width - widthOf(news) - 2)), cut(news, width - 3)].join('  ');
}

/** Cut to a width, with a sign that it was. Only for text without escapes. */
export function cut(text: string, width: number): string {
  const signs = [...text];
  return signs.length <= width ? text : `${signs.slice(0, Math.max(0, width - 1)).join('')}…`;
}
