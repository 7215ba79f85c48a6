/** A change inside a sentence: `+4.0 %`, or from twice as much on `10.5 × slower`. */
import { type ComparedMetric, isAbsolute, rowOfMetric } from '@plimsoll/contracts/compared-metric';
import { factorWords } from '../../en/comparison/arms.ts';
import { changeFigure } from '../../figures/metric-figures.ts';
import { isFactored } from '../../figures/share.ts';

/** `value`: relative; of the error rate a difference of fractions. */
export function changePhrase(metric: ComparedMetric, value: number | null): string {
  const change = changeFigure(metric, value);
  if (isAbsolute(metric) || !isFactored(value)) return change;
  return (rowOfMetric(metric).unit === 'us' ? factorWords.slower : factorWords.higher)({ factor: change });
}
