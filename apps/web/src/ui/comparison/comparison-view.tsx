/** A comparison of two arms, stored or shared: comparability first, then the verdicts, then the pictures. */
import type { ComparisonResult } from '@plimsoll/contracts/comparison';
import { useTranslation } from 'react-i18next';
import { ArmsView } from './arms-view.tsx';

export function ComparisonView({ result }: { result: ComparisonResult }) {
  const { t } = useTranslation();
  return <ArmsView baseName={t('compare.base')} results={[{ name: t('compare.candidate'), result }]} />;
}
