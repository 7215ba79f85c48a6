/** Two sides under way: the round, the newest second of both, and what is known of them so far. */
import type { ComparisonResult } from '@plimsoll/contracts/comparison';
import type { Sample } from '@plimsoll/contracts/sample';
import { mergeIntoPoints } from '@plimsoll/statistics/point';
import { commandWords } from '@plimsoll/wording/command-words';
import { formatUs } from '@plimsoll/wording/time';
import type { LiveOptions } from './live-view.ts';
import { cut } from './screen.ts';
import { sparkline } from './sparkline.ts';
import { tableLines } from './table.ts';

export interface RoundView {
  round(done: number, all: number, so: ComparisonResult | null): void;
  sample(side: number, sample: Sample): void;
  end(): void;
}

const mostSeconds = 200;

export function openRoundView({ screen, onObject }: Pick<LiveOptions, 'screen' | 'onObject'>, title: string): RoundView {
  const medians: (number | null)[][] = [[], []];
  let said = '';
  let head = title;
  let sentence = '';
  const draw = () => {
    const width = Math.max(10, Math.min(60, screen.columns - 26));
    const rows = [commandWords.result.base, commandWords.result.head].map((name, side) => {
      const known = medians[side] ?? [];
      return [`${name} p50`, formatUs(known.at(-1)), sparkline(known.slice(-width))];
    });
    const table = tableLines([{ head: '' }, { head: '', isFigure: true }, { head: '' }], rows).map((line) => ` ${line}`);
    const known = medians.some((side) => side.length > 0) ? table : [];
    screen.draw([cut(head, screen.columns), ...known, ...(sentence === '' ? [] : [cut(sentence, screen.columns)])]);
  };
  return {
    round(done, all, so) {
      const text = commandWords.progress.rounds({ done, all });
      sentence = so?.sentence ?? sentence;
      const line = [text, sentence].filter(Boolean).join('  ');
      if (line === said) return;
      said = line;
      head = `${title}  ${text}`;
      if (onObject) onObject({ event: 'round', done, all, sentence });
      else if (screen.isLive) draw();
      else screen.note(line);
    },
    sample(side, sample) {
      const [point] = mergeIntoPoints([sample], 1);
      if (!point) return;
      const known = medians[side];
      known?.push(point.responseTime.p50Us);
      if (known && known.length > mostSeconds) known.shift();
      if (onObject) onObject({ event: 'second', side: side === 0 ? 'base' : 'head', point });
      else if (screen.isLive) draw();
    },
    end: () => screen.clear(),
  };
}
