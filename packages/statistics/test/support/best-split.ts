import { openSplits, type Split } from '../../src/noise/splits.ts';

/** The best split of values that are told one after the other. */
export function bestSplit(values: readonly number[]): Split | null {
  const splits = openSplits();
  for (const value of values) splits.append(value);
  return splits.best();
}
