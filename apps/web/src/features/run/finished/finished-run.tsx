import { Tabs } from '@mantine/core';
import { isUnconnected } from '@plimsoll/contracts/failure';
import type { Run } from '@plimsoll/contracts/run';
import { hasMixedTimes } from '@plimsoll/contracts/summary';
import { type RunWindow, windowOf } from '@plimsoll/contracts/window';
import { FewSamples } from '@plimsoll/pages/run-tables';
import { SummaryTiles } from '@plimsoll/pages/summary-tiles';
import { countedAs } from '@plimsoll/wording/counted-as';
import { latencyWords, runWords } from '@plimsoll/wording/en/run';
import { Suspense, useMemo } from 'react';
import { z } from 'zod';
import { later } from '../../../api/later.ts';
import { ChartSpan } from '../../../charts/chart-span.ts';
import { UnreadablePlan } from '../../../domain/plan/unreadable-plan.tsx';
import { canChoose, windowSeconds } from '../../../domain/run/window/window-seconds.ts';
import { useCurrentInSight } from '../../../ui/current-in-sight.ts';
import { inTooltip } from '../../../ui/definition.tsx';
import { Loading } from '../../../ui/notice/loading.tsx';
import { Notice } from '../../../ui/notice/notice.tsx';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import { useSearchState } from '../../../ui/search-state.ts';
import { RunActions } from '../run-actions.tsx';
import { RunHeader } from '../run-header.tsx';
import { RunNote } from '../run-note.tsx';
import { useTabStatus } from '../tab-status.ts';
import { BaselineVerdict } from './baseline.tsx';
import { ChosenWindow } from './chosen-window.tsx';
import { NextSteps } from './next-steps.tsx';
import { FastTargetOffer, RemedyButtons, WireButton } from './remedy-buttons.tsx';
import { inPairs, listPrinted, listTabs, type RunTab, runTabs } from './run-tabs.ts';
import styles from './run-verdict.module.css';
import { Doubts, LimitLine, VerdictLine, VerdictState } from './run-verdict.tsx';
import { useShownPart } from './shown-part.ts';
import { TabBody } from './tab-body.tsx';

const ImportedNotice = later(() => import('./imported-notice.tsx'), 'ImportedNotice');
const KeptNotice = later(() => import('./kept-notice.tsx'), 'KeptNotice');
const second = z.coerce.number().int().nonnegative().optional().catch(undefined);
const searchSchema = z.object({
  tab: z.enum(runTabs).catch('overview'),
  from: second,
  to: second,
  all: z.literal('1').optional().catch(undefined),
});

/** All of them are drawn by then. */
const drawnMs = 1500;

/** A finished run: the verdict first, then the numbers, then everything behind them. */
export function FinishedRun({ run, onShare }: { run: Run; onShare: () => void }) {
  const [{ tab, from, to, all }, change] = useSearchState(searchSchema);
  // An imported summary has no seconds to choose from.
  const window = useMemo(() => (run.source?.data === 'summary' ? null : windowOf({ from, to })), [run.source, from, to]);
  const part = useShownPart(run, window);
  const { summary } = part.run;
  // Why the stamp is what it is, is then that nothing was answered, which is said once.
  const unconnected = run.summary !== null && isUnconnected(run.summary);
  const tabList = useCurrentInSight<HTMLDivElement>(tab);
  useTabStatus(run, null);
  const choose = (next: RunWindow | null) => change({ from: next ? String(next.from) : undefined, to: next ? String(next.to) : undefined });
  const print = () => {
    change({ all: '1' });
    setTimeout(() => {
      globalThis.addEventListener('afterprint', () => change({ all: undefined }), { once: true });
      globalThis.print();
    }, drawnMs);
  };
  const body = (one: RunTab) =>
    part.error ? (
      <ProblemNotice error={part.error} retry={part.retry} />
    ) : part.points && !part.resourcesLoading ? (
      <TabBody tab={one} part={part} points={part.points} window={window} printed={all !== undefined} />
    ) : (
      <Loading rows={3} height={140} />
    );
  return (
    <>
      <RunHeader run={run} state={<VerdictState run={run} />} actions={<RunActions run={run} onShare={onShare} onPrint={print} />}>
        <VerdictLine run={run} />
        {!unconnected && run.validity && <Doubts validity={run.validity} opened={all !== undefined} />}
      </RunHeader>
      <div className="stack" style={{ marginBlockStart: 8, gap: 8 }}>
        <UnreadablePlan plans={[run.plan]} of="run" />
        {run.source && (
          <Suspense fallback={<Loading rows={1} />}>
            <ImportedNotice run={run} source={run.source} />
          </Suspense>
        )}
        {part.sampleSeconds !== 1 && (
          <Suspense fallback={<Loading rows={1} />}>
            <KeptNotice seconds={part.sampleSeconds} />
          </Suspense>
        )}
        <BaselineVerdict run={run} />
        {!unconnected && run.validity && (
          <LimitLine validity={run.validity}>
            <RemedyButtons run={run} />
          </LimitLine>
        )}
        <FastTargetOffer run={run} p50Us={run.summary?.responseTime.p50Us ?? null}>
          <WireButton run={run} />
        </FastTargetOffer>
        {run.summary && hasMixedTimes(run.summary) && <Notice tone="warn">{latencyWords.mixed}</Notice>}
        <div className={`row tight ${styles.extras}`}>
          <RunNote run={run} />
          {run.source?.data !== 'summary' && (
            <ChosenWindow run={run} window={window} summary={part.stale ? null : summary} onChange={choose} />
          )}
          <NextSteps run={run} />
        </div>
      </div>
      <ChartSpan value={canChoose(windowSeconds(run), window) ? choose : null}>
        {/* What stands for another window is on its way out. */}
        <div style={part.stale ? { opacity: 0.6 } : undefined} aria-busy={part.stale || undefined}>
          {summary && (
            <SummaryTiles
              summary={summary}
              plan={run.plan}
              counted={countedAs(run.plan)}
              imported={run.source !== null}
              define={inTooltip}
            />
          )}
          {summary && run.source?.data !== 'summary' && (
            <div className="small soft">
              <FewSamples count={summary.responseTime.count} of={countedAs(run.plan).context ?? 'requests'} />
            </div>
          )}
          {all ? (
            listPrinted(run).map((one) => (
              <section key={one} className={`${styles.printed} ${inPairs.includes(one) ? styles.inPairs : ''}`}>
                <h2>{runWords.tab[one]}</h2>
                {body(one)}
              </section>
            ))
          ) : (
            <Tabs
              value={tab}
              onChange={(next) => change({ tab: next === 'overview' || !next ? undefined : next })}
              mt="lg"
              keepMounted={false}
            >
              <Tabs.List aria-label={runWords.tabs} ref={tabList} className="no-print">
                {listTabs(run).map((one) => (
                  <Tabs.Tab key={one} value={one}>
                    {runWords.tab[one]}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
              {listTabs(run).map((one) => (
                <Tabs.Panel key={one} value={one}>
                  {body(one)}
                </Tabs.Panel>
              ))}
            </Tabs>
          )}
        </div>
      </ChartSpan>
    </>
  );
}
