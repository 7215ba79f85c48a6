/** A load under way: a table with sparklines that is drawn again, a line each five seconds, or an object a second. */
import type { PercentileMetric } from '@plimsoll/contracts/compared-metric';
import { countMessages, noMessages, timesThatLead, toldPercentiles } from '@plimsoll/contracts/leading-time';
import { readFigure } from '@plimsoll/contracts/read-figure';
import type { Point } from '@plimsoll/contracts/sample';
import type { StreamsOfPlan } from '@plimsoll/contracts/streaming';
import type { ComparedTime } from '@plimsoll/contracts/times';
import { commandWords } from '@plimsoll/wording/command-words';
import { metricShortWords } from '@plimsoll/wording/en/names';
import { formatCount } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { formatClock, formatUs } from '@plimsoll/wording/time';
import { headLine, type Screen } from './screen.ts';
import { sparkline } from './sparkline.ts';
import { tableLines } from './table.ts';

export interface LiveView {
  /** Progress in words, until there are points: "waiting for a worker". */
  status(text: string): void;
  points(points: readonly Point[]): void;
  end(): void;
}

export interface LiveOptions {
  readonly screen: Screen;
  /** Each second as an object; progress in words is left out then. */
  readonly onObject: ((object: object) => void) | null;
  readonly title: string;
  /** Says by which times its seconds are told. */
  readonly plan: StreamsOfPlan;
  /** Of all of the load; null where only requests end it. */
  readonly lengthMs: number | null;
  /** Its status names the part of the load that the seconds are of, and stays beside them. */
  readonly keepsStatus?: boolean;
}

const everySeconds = 5;
const perSecond = (count: number, { lengthMs }: Point) => (lengthMs > 0 ? (1000 * count) / lengthMs : 0);

export function openLiveView({ screen, onObject, title, plan, lengthMs, keepsStatus = false }: LiveOptions): LiveView {
  const known: Point[] = [];
  let messages = noMessages;
  let said = '';
  let toldAt = 0;
  const head = () => {
    const second = Math.min((known.at(-1)?.second ?? -1) + 1, Math.ceil((lengthMs ?? Number.POSITIVE_INFINITY) / 1000));
    const clock = `${formatClock(second)}${lengthMs === null ? '' : ` / ${formatClock(lengthMs / 1000)}`}`;
    const told = known.length === 0 ? [said] : keepsStatus ? [said, clock] : [clock];
    return [headLine(title, told.filter(Boolean).join('  '), screen.columns)];
  };
  /** After the load only answers come: their second has no rate. */
  const isTail = ({ second }: Point) => lengthMs !== null && second * 1000 >= lengthMs;
  const tell = (point: Point) => {
    const { second, done, failed, inFlight } = point;
    const { middle, leading } = toldPercentiles(timesThatLead(messages, plan));
    const time = (metric: PercentileMetric) => `${metricShortWords[metric]} ${formatUs(readFigure(point, metric))}`;
    const line = commandWords.progress.line({
      at: formatClock(second + 1),
      good: formatRate(perSecond(done, point)),
      failed: formatCount(failed),
      middle: time(middle),
      leading: time(leading),
      inFlight: formatCount(inFlight),
    });
    screen.note(line);
  };
  return {
    status(text) {
      if (text === said) return;
      said = text;
      if (onObject) onObject({ event: 'status', text });
      else if (screen.isLive) screen.draw(head());
      else screen.note(text);
    },
    points(points) {
      for (const point of points) {
        known.push(point);
        messages = countMessages(messages, point);
        if (onObject) onObject({ event: 'second', point });
        else if (!screen.isLive && point.second + 1 >= toldAt + everySeconds && !isTail(point)) {
          toldAt = point.second + 1;
          tell(point);
        }
      }
      if (!onObject && screen.isLive && known.length > 0)
        screen.draw([...head(), ...liveTable(known, timesThatLead(messages, plan), screen.columns)]);
    },
    end: () => screen.clear(),
  };
}

/** Figures of the newest second beside those of the seconds before. */
function liveTable(points: readonly Point[], times: ComparedTime, columns: number): string[] {
  const { middle, leading } = toldPercentiles(times);
  const names = [middle, leading].map((metric) => metricShortWords[metric].length);
  // Beside the names, the figures and the gaps.
  const width = Math.max(10, Math.min(60, columns - 23 - Math.max(9, ...names)));
  const shown = points.slice(-width);
  const last = points.at(-1) as Point;
  const { rows } = commandWords;
  const time = (metric: PercentileMetric) =>
    line(metricShortWords[metric], formatUs(readFigure(last, metric)), (point) => readFigure(point, metric));
  const line = (name: string, figure: string, of: (point: Point) => number | null) => [name, figure, sparkline(shown.map(of))];
  return tableLines(
    [{ head: '' }, { head: '', isFigure: true }, { head: '' }],
    [
      line(rows.good, formatRate(perSecond(last.done, last)), (point) => perSecond(point.done, point)),
      line(rows.failed, formatRate(perSecond(last.failed, last)), (point) => perSecond(point.failed, point)),
      time(middle),
      time(leading),
      line(rows.inFlight, formatCount(last.inFlight), ({ inFlight }) => inFlight),
    ],
  ).map((text) => ` ${text}`);
}
