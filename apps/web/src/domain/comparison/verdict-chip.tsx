import type { Verdict } from '@plimsoll/contracts/verdict';
import { IconEqual, IconQuestionMark, IconTriangleFilled, IconTriangleInvertedFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Chip } from '../../ui/chip.tsx';

const tones = { better: 'good', worse: 'bad', no_difference: 'even', not_enough_evidence: 'warn' } as const;
export const verdictColours: Record<Verdict, string> = {
  better: 'var(--good)',
  worse: 'var(--bad)',
  no_difference: 'var(--even)',
  not_enough_evidence: 'var(--warn)',
};

/** The arrow shows which way the figure went; word and colour say whether that is good. */
export function VerdictChip({ verdict, up, title }: { verdict: Verdict; up: boolean; title?: string }) {
  const { t } = useTranslation();
  const icon =
    verdict === 'no_difference'
      ? IconEqual
      : verdict === 'not_enough_evidence'
        ? IconQuestionMark
        : up
          ? IconTriangleFilled
          : IconTriangleInvertedFilled;
  return (
    <Chip tone={tones[verdict]} icon={icon} {...(title ? { title } : {})}>
      {t(`verdict.${verdict}`)}
    </Chip>
  );
}
