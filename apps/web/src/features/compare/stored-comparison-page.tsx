import { Button } from '@mantine/core';
import type { Comparison } from '@plimsoll/contracts/comparison';
import { api } from '@plimsoll/contracts/paths';
import { ArmDot } from '@plimsoll/pages/arm-dot';
import { ValidityChip } from '@plimsoll/pages/run-chips';
import { formatMoment } from '@plimsoll/wording/date';
import { runActionWords } from '@plimsoll/wording/en/app';
import { compareWords } from '@plimsoll/wording/en/comparison';
import { letter } from '@plimsoll/wording/letter';
import { namedArms, saidOfArms, windowSentence } from '@plimsoll/wording/named-arms';
import { IconShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { storedComparison } from '../../api/comparisons.ts';
import { useMay } from '../../api/team/may.ts';
import { ArmsView } from '../../domain/comparison/arms-view.tsx';
import { comparisonMarkdown } from '../../domain/comparison/comparison-markdown.ts';
import { openPair } from '../../domain/comparison/open-pair.ts';
import { Remarks } from '../../domain/comparison/remarks.tsx';
import { DecideIt } from '../../domain/experiment/decide-it.tsx';
import { ComparisonExportMenu } from '../../domain/export/export-menu.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { TextLink } from '../../ui/links.tsx';
import { LoadedPage } from '../../ui/notice/loaded-page.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import armsStyles from './arms.module.css';
import { runName } from './pickable-runs.ts';

/** A comparison that was kept: its numbers do not move any more. */
export function StoredComparisonPage({ comparisonId, onShare }: { comparisonId: string; onShare: () => void }) {
  const query = useQuery(storedComparison(comparisonId));
  usePageTitle(query.data?.title ?? compareWords.title);
  return (
    <LoadedPage query={query} gone={{ title: compareWords.gone, text: compareWords.goneText, to: '/compare', action: compareWords.title }}>
      {(comparison) => <Stored comparison={comparison} onShare={onShare} />}
    </LoadedPage>
  );
}

function Stored({ comparison, onShare }: { comparison: Comparison; onShare: () => void }) {
  const mayShare = useMay()('share.create');
  const part = windowSentence(comparison);
  const undecided = openPair(comparison);
  const arms = [comparison.base, ...comparison.candidates];
  const named = namedArms(comparison);
  const said = saidOfArms(named);
  const names = [named.base, ...named.candidates].map(({ name }) => name);
  return (
    <>
      <div className="head">
        <div className="head-title">
          <h1>{said.headline}</h1>
        </div>
        <span className="row tight no-print">
          <CopyButton text={() => comparisonMarkdown(comparison, window.location.href)} label={compareWords.markdown} />
          <ComparisonExportMenu hrefOf={(format) => api.exportedStoredComparison(comparison.id, format)} />
          {mayShare && (
            <Button variant="filled" leftSection={<IconShare size={15} aria-hidden />} onClick={onShare}>
              {runActionWords.share}
            </Button>
          )}
        </span>
      </div>
      <div className="sub">
        {comparison.title} · {formatMoment(comparison.createdAt)}
        {part && ` · ${part}`}
      </div>
      <div className={armsStyles.arms} style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(280px, 100%), 1fr))' }}>
        {arms.map((arm, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an arm is its place
          <div key={at} className="card pad row nowrap">
            <ArmDot arm={at} />
            <b>{arms.length === 2 ? names[at] : letter(at)}</b>
            <span style={{ minInlineSize: 0, flex: 1 }}>
              {arm.runs.map((run, nth) => (
                <Fragment key={run.id}>
                  {nth > 0 && ', '}
                  <TextLink to="/runs/$runId" params={{ runId: run.id }} size="sm">
                    {arms.length === 2 && run.name === names[at] && run.number ? `#${run.number}` : runName(run)}
                  </TextLink>
                </Fragment>
              ))}
            </span>
            {arm.runs[0]?.validity && <ValidityChip validity={arm.runs[0].validity} />}
          </div>
        ))}
      </div>
      <Remarks said={said.remarks} />
      {undecided && <DecideIt {...undecided} />}
      <ArmsView arms={named} asked={comparison} />
    </>
  );
}
