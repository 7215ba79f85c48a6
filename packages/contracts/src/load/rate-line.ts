/**
 * The rate of an open-loop load as a line over time, and the exact due time of each request under it.
 * Pure maths, browser-safe: the engine paces by it and the launch form draws it, so the preview cannot differ from the load.
 *
 * The k-th request (k = 0, 1, 2 …) is due when the area under the line reaches k. Derivation for a linear segment that
 * starts at rate r0 and changes by `slope` per second: area(t) = r0·t + slope·t²/2 = a, solved for t by the numerically
 * stable form t = 2a / (r0 + √(r0² + 2·slope·a)).
 */

export interface RateSegment {
  readonly startSeconds: number;
  readonly seconds: number;
  readonly fromRate: number;
  readonly toRate: number;
  /** Requests due before this segment starts (may be fractional; the fraction is carried). */
  readonly areaBefore: number;
}

export interface RateLine {
  readonly segments: readonly RateSegment[];
  readonly seconds: number;
  /** Area under the whole line, in requests. */
  readonly area: number;
}

export interface RateStage {
  /** Rate at the end of the stage, per second. */
  readonly to: number;
  /** Length in seconds; 0 jumps. */
  readonly overSeconds: number;
}

/** Line from a start rate through stages. A stage of 0 s is a jump and adds no segment. */
export function rateLine(startRate: number, stages: readonly RateStage[]): RateLine {
  const segments: RateSegment[] = [];
  let rate = startRate;
  let startSeconds = 0;
  let area = 0;
  for (const stage of stages) {
    if (stage.overSeconds > 0) {
      segments.push({ startSeconds, seconds: stage.overSeconds, fromRate: rate, toRate: stage.to, areaBefore: area });
      startSeconds += stage.overSeconds;
      area += ((rate + stage.to) / 2) * stage.overSeconds;
    }
    rate = stage.to;
  }
  return { segments, seconds: startSeconds, area };
}

/** Rate in requests per second at a time since the line's start; 0 outside it. */
export function rateAt(line: RateLine, seconds: number): number {
  const segment = line.segments.findLast((s) => s.startSeconds <= seconds);
  if (!segment || seconds > line.seconds) return 0;
  const share = Math.min(1, (seconds - segment.startSeconds) / segment.seconds);
  return segment.fromRate + (segment.toRate - segment.fromRate) * share;
}

/** Counts the requests that the line asks for: those whose due time lies in [0, line.seconds). */
export function countRequests(line: RateLine): number {
  const nearest = Math.round(line.area);
  return Math.abs(line.area - nearest) < 1e-6 ? nearest : Math.ceil(line.area);
}

/** Seconds after the line's start at which the area reaches `area`; Infinity if it never does. */
export function timeOfArea(line: RateLine, area: number): number {
  if (area > line.area) return Number.POSITIVE_INFINITY;
  let low = 0;
  let high = line.segments.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((line.segments[middle] as RateSegment).areaBefore <= area) low = middle;
    else high = middle - 1;
  }
  const segment = line.segments[low];
  if (!segment) return Number.POSITIVE_INFINITY;
  const wanted = area - segment.areaBefore;
  const slope = (segment.toRate - segment.fromRate) / segment.seconds;
  if (wanted <= 0 && segment.fromRate > 0) return segment.startSeconds;
  const root = Math.sqrt(Math.max(0, segment.fromRate * segment.fromRate + 2 * slope * wanted));
  const denominator = segment.fromRate + root;
  return segment.startSeconds + (denominator === 0 ? 0 : (2 * wanted) / denominator);
}
