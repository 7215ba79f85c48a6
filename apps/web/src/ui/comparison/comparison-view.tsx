/** A comparison, ad hoc, stored or shared: comparability first, then the verdicts, then the pictures. */
import type { Comparability, ComparisonResult } from '@plimsoll/contracts/comparison';
import { IconAlertTriangle, IconEqual, IconTarget } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatShare } from '../../format/number.ts';
import { Notice } from '../notice.tsx';
import './comparison.css';
import { ComparisonCharts } from './comparison-charts.tsx';
import { DeltaTable } from './delta-table.tsx';

export function ComparisonView({ result }: { result: ComparisonResult }) {
  const { t } = useTranslation();
  return (
    <div className="stack" style={{ gap: 14, marginBlockStart: 14 }}>
      <ComparabilityNotice comparability={result.comparability} />
      <DeltaTable result={result} />
      <p className="small soft" style={{ margin: 0 }}>
        {result.noiseFloor === null ? t('compare.noiseUnknown') : t('compare.noiseFloor', { share: formatShare(result.noiseFloor) })}
      </p>
      <div style={{ marginBlockStart: -14 }}>
        <ComparisonCharts result={result} />
      </div>
    </div>
  );
}

const looks = {
  same: ['calm', IconEqual],
  differs_in_what_was_varied: ['calm', IconTarget],
  not_like_with_like: ['warn', IconAlertTriangle],
} as const;

function ComparabilityNotice({ comparability }: { comparability: Comparability }) {
  const { t } = useTranslation();
  const [tone, icon] = looks[comparability.grade];
  return (
    <Notice tone={tone} icon={icon}>
      <b>{t(`compare.grade.${comparability.grade}`)}</b> {comparability.sentence}
      {comparability.differences.length > 0 && (
        <ul className="differences">
          {comparability.differences.map((difference) => (
            <li key={difference.field}>
              <code>{difference.field}</code> <s>{difference.base ?? t('common.none')}</s> → {difference.candidate ?? t('common.none')}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
