import { ActionIcon, Button } from '@mantine/core';
import { isTerminal, type Run } from '@plimsoll/contracts/run';
import { runActionWords } from '@plimsoll/wording/en/app';
import { runWords } from '@plimsoll/wording/en/run';
import { IconDots, IconEdit, IconGitCompare, IconPlayerPlay, IconShare } from '@tabler/icons-react';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { later } from '../../api/later.ts';
import { plan as planQuery } from '../../api/plans.ts';
import { story as storyQuery } from '../../api/run-figures.ts';
import { deleteRun, startPlan, startRun } from '../../api/runs.ts';
import { useMay } from '../../api/team/may.ts';
import { RunExportMenu } from '../../domain/export/export-menu.tsx';
import { samePlan } from '../../domain/plan/same-plan.ts';
import { whyUnreadable } from '../../domain/plan/unreadable-plan.tsx';
import { useRemoval } from '../../domain/removal/use-removal.ts';
import { useStartRun } from '../../domain/run/start-run.ts';
import { copyText } from '../../ui/copy.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { MenuLater } from '../../ui/menu-later.tsx';
import { toast, toastProblem } from '../../ui/notice/toast.tsx';
import { offButton, offLink } from '../../ui/off.ts';
import { BaselineButton } from './finished/baseline.tsx';
import styles from './run-header.module.css';

const MoreItems = later(() => import('./more-items.tsx'), 'MoreItems');

/** As a run of its saved plan where that still says the same, so that it counts in the plan's trend and against its baseline. */
async function startAgain(run: Run, queryClient: QueryClient): Promise<Run> {
  const saved = run.planId === null ? null : await queryClient.fetchQuery(planQuery(run.planId)).catch(() => null);
  return saved && samePlan(saved.plan, run.plan) ? startPlan(saved.id) : startRun(run.plan, run.id);
}

interface RunActionsProps {
  readonly run: Run;
  readonly onShare: () => void;
  /** All of the page, its hidden tabs with it. */
  readonly onPrint: () => void;
}

export function RunActions({ run, onShare, onPrint }: RunActionsProps) {
  const navigate = useNavigate();
  const may = useMay();
  const queryClient = useQueryClient();
  const remove = useRemoval();
  const removeRun = () => {
    const { id, plan } = run;
    void navigate({ to: '/runs' });
    remove({ id, said: runWords.deleted({ name: plan.name }), lists: 'runs', remove: () => deleteRun(id) });
  };
  const again = useStartRun(() => startAgain(run, queryClient));
  const copyMarkdown = async () => {
    const [{ runMarkdown }, story] = await Promise.all([
      import('../../domain/run/run-markdown.ts'),
      queryClient.fetchQuery(storyQuery(run.id)).catch(() => null),
    ]);
    await copyText(runMarkdown(run, new URL(`/runs/${run.id}`, window.location.origin).href, story)).then(
      () => toast(runWords.markdownCopied),
      toastProblem,
    );
  };
  if (!isTerminal(run.state)) return null;
  const off = whyUnreadable(run.plan);
  return (
    <>
      {/* The load of an imported run is not known. */}
      {!run.source && may('run.create') && (
        <Button
          leftSection={<IconPlayerPlay size={15} aria-hidden />}
          loading={again.isPending}
          onClick={() => again.mutate()}
          {...offButton(off)}
        >
          {runWords.again}
        </Button>
      )}
      {/* In a narrow window these stand in the menu. */}
      <span className={styles.onWide}>
        {may('run.create') && (
          <ButtonLink to="/launch" search={{ from: run.id }} leftSection={<IconEdit size={15} aria-hidden />} {...offLink(off)}>
            {runWords.edit}
          </ButtonLink>
        )}
        <ButtonLink to="/compare" search={{ candidate: run.id }} leftSection={<IconGitCompare size={15} aria-hidden />}>
          {runWords.compare}
        </ButtonLink>
        {may('plan.edit') && <BaselineButton run={run} />}
        <RunExportMenu runId={run.id} onPrint={onPrint} />
      </span>
      {may('share.create') && (
        <Button variant="filled" leftSection={<IconShare size={15} aria-hidden />} onClick={onShare}>
          {runActionWords.share}
        </Button>
      )}
      <MenuLater
        target={
          <ActionIcon size={34} variant="default" aria-label={runWords.more}>
            <IconDots size={17} aria-hidden />
          </ActionIcon>
        }
      >
        {(target) => (
          <MoreItems
            target={target}
            run={run}
            off={off}
            onPrint={onPrint}
            onMarkdown={copyMarkdown}
            onDelete={may('run.delete') ? removeRun : null}
          />
        )}
      </MenuLater>
    </>
  );
}
