/** Two sides under way: the round, the newest second of both, and what is known of them so far. */
import type { ComparisonResult } from '@plimsoll/contracts/comparison';
import { countMessages, noMessages, timesThatLead, toldPercentiles } from '@plimsoll/contracts/leading-time';
import { readFigure } from '@plimsoll/contracts/read-figure';
import type { Point, Sample } from '@plimsoll/contracts/sample';
import { mergeIntoPoints } from '@plimsoll/statistics/point';
import { commandWords } from '@plimsoll/wording/command-words';
import { metricShortWords } from '@plimsoll/wording/en/names';
import { formatUs } from '@plimsoll/wording/time';
import { sideNames } from '../result/side-names.ts';
import type { LiveOptions } from './live-view.ts';
import { cut, headLine } from './screen.ts';
import { sparkline } from './sparkline.ts';
import { tableLines } from './table.ts';

export interface RoundView {
  round(done: number, all: number, so: ComparisonResult | null): void;
  sample(side: number, sample: Sample): void;
  end(): void;
}

const mostSeconds = 200;

export function openRoundView({ screen, onObject, plan }: Pick<LiveOptions, 'screen' | 'onObject' | 'plan'>, title: string): RoundView {
  const seconds: Point[][] = [[], []];
  let messages = noMessages;
  let said = '';
  let rounds = '';
  let sentence = '';
  const draw = () => {
    const { middle } = toldPercentiles(timesThatLead(messages, plan));
    const width = Math.max(10, Math.min(60, screen.columns - 28 - metricShortWords[middle].length));
    const rows = [commandWords.result.base, commandWords.result.candidate].map((name, side) => {
      const known = (seconds[side] ?? []).map((point) => readFigure(point, middle));
      return [`${name} ${metricShortWords[middle]}`, formatUs(known.at(-1)), sparkline(known.slice(-width))];
    });
    const table = tableLines([{ head: '' }, { head: '', isFigure: true }, { head: '' }], rows).map((line) => ` ${line}`);
    const known = seconds.some((side) => side.length > 0) ? table : [];
    screen.draw([headLine(title, rounds, screen.columns), ...known, ...(sentence === '' ? [] : [cut(sentence, screen.columns)])]);
  };
  return {
    round(done, all, so) {
      const text = commandWords.progress.rounds({ done, all });
      sentence = so?.sentence ?? sentence;
      const line = [text, sentence].filter(Boolean).join('  ');
      if (line === said) return;
      said = line;
      rounds = text;
      if (onObject) onObject({ event: 'round', done, all, sentence });
      else if (screen.isLive) draw();
      else screen.note(line);
    },
    sample(side, sample) {
      const [point] = mergeIntoPoints([sample], 1);
      if (!point) return;
      const known = seconds[side];
      known?.push(point);
      messages = countMessages(messages, point);
      if (known && known.length > mostSeconds) known.shift();
      if (onObject) onObject({ event: 'second', side: sideNames[side], point });
      else if (screen.isLive) draw();
    },
    end: () => screen.clear(),
  };
}
