/** One thread's part of a load: part `index` of `of`. Parts add up to the whole exactly. */
export interface Part {
  readonly index: number;
  readonly of: number;
}

export const whole: Part = { index: 0, of: 1 };

/** This part's share of `total` things, as even as whole numbers allow. */
export function shareOf(total: number, part: Part): number {
  return Math.floor(total / part.of) + (part.index < total % part.of ? 1 : 0);
}

/** `count` parts of a load cut into `of`, from part `first` on: what one generator makes, a part for each of its threads. */
export interface Parts {
  readonly first: number;
  readonly count: number;
  readonly of: number;
}
