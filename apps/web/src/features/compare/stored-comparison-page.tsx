import { Button } from '@mantine/core';
import { IconShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../api/client.ts';
import { storedComparison } from '../../api/comparisons.ts';
import { formatMoment } from '../../format/time.ts';
import { comparisonMarkdown } from '../../ui/comparison/comparison-markdown.ts';
import { ComparisonView } from '../../ui/comparison/comparison-view.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { Loading } from '../../ui/loading.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { ValidityChip } from '../../ui/state-chip.tsx';

/** A comparison that was kept: its numbers do not move any more. */
export function StoredComparisonPage({ comparisonId, onShare }: { comparisonId: string; onShare: () => void }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(storedComparison(comparisonId));
  usePageTitle(data?.title ?? t('compare.title'));
  if (isProblem(error, 'not_found'))
    return (
      <EmptyState
        title={t('compare.gone')}
        text={t('compare.goneText')}
        action={<ButtonLink to="/compare">{t('compare.title')}</ButtonLink>}
      />
    );
  if (error) return <ProblemNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Loading rows={6} />;
  return (
    <>
      <div className="head">
        <div className="head-title">
          <h1>{data.sentence}</h1>
        </div>
        <span className="row tight no-print">
          <CopyButton text={() => comparisonMarkdown(data, window.location.href)} label={t('compare.markdown')} />
          <Button variant="filled" leftSection={<IconShare size={15} aria-hidden />} onClick={onShare}>
            {t('run.share')}
          </Button>
        </span>
      </div>
      <div className="sub">
        {data.title} · {formatMoment(data.createdAt)}
      </div>
      <div className="arms" style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(280px, 100%), 1fr))' }}>
        {(['base', 'candidate'] as const).map((arm) => (
          <div key={arm} className="card pad row nowrap">
            <span className="arm-dot" style={{ background: arm === 'base' ? 'var(--planned)' : 'var(--accent)' }} />
            <b>{t(`compare.${arm}`)}</b>
            <span style={{ minInlineSize: 0, flex: 1 }}>
              {data[arm].runs.map((run) => (
                <TextLink key={run.id} to="/runs/$runId" params={{ runId: run.id }} size="sm">
                  {run.name}
                </TextLink>
              ))}
            </span>
            {data[arm].runs[0]?.validity && <ValidityChip validity={data[arm].runs[0].validity} />}
          </div>
        ))}
      </div>
      <ComparisonView result={data} />
    </>
  );
}
