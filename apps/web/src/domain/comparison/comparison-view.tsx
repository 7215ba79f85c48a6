/** A comparison, ad hoc or stored: comparability first, then the verdicts, then the pictures. */
import type { ArmsComparison } from '@plimsoll/contracts/comparison';
import { armsOfComparison } from '@plimsoll/wording/shared-arms';
import { ArmsView } from './arms-view.tsx';

export function ComparisonView({ result }: { result: ArmsComparison }) {
  const { base, arms } = armsOfComparison(result);
  return <ArmsView baseName={base} results={arms} />;
}
