/** The types that every chart takes. */
import type { LineLook } from '@plimsoll/pages/line-look';

export interface ChartRow {
  readonly x: number;
  readonly [key: string]: number | null;
}

export interface Series extends LineLook {
  readonly key: string;
  readonly name: string;
  readonly area?: boolean;
  /** Where its unit is another one than the chart's. */
  readonly format?: (value: number) => string;
  /** A share of something, drawn on an axis of its own at the right, from 0 to 1; gaps in it are bridged. */
  readonly share?: (value: number) => string;
}

/** A moment that is told of beside the chart, by the numbers it has there. */
export interface Mark {
  readonly x: number;
  readonly label: string;
}

/** A stretch with a name, behind the lines; every other one is shaded. */
export interface Band {
  readonly from: number;
  readonly to: number;
  readonly label: string;
  readonly shaded: boolean;
}

/** A threshold as a line. */
export interface Limit {
  readonly value: number;
  readonly label: string;
}
