import { Button } from '@mantine/core';
import type { Candidate } from '@plimsoll/contracts/comparison';
import { api } from '@plimsoll/contracts/paths';
import { runActionWords } from '@plimsoll/wording/en/app';
import { compareWords } from '@plimsoll/wording/en/comparison';
import { letter } from '@plimsoll/wording/letter';
import { namedArms, saidOfArms } from '@plimsoll/wording/named-arms';
import { IconArrowsExchange, IconPlus, IconShare } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { comparison as comparisonQuery, storeComparison } from '../../api/comparisons.ts';
import { later } from '../../api/later.ts';
import { run as runQuery } from '../../api/runs.ts';
import { useMay } from '../../api/team/may.ts';
import { ArmsView } from '../../domain/comparison/arms-view.tsx';
import { comparisonMarkdown } from '../../domain/comparison/comparison-markdown.ts';
import { openPair } from '../../domain/comparison/open-pair.ts';
import { Remarks } from '../../domain/comparison/remarks.tsx';
import { DecideIt } from '../../domain/experiment/decide-it.tsx';
import { ComparisonExportMenu } from '../../domain/export/export-menu.tsx';
import { WindowBrush } from '../../domain/run/window/window-brush.tsx';
import { canChoose, windowSeconds } from '../../domain/run/window/window-seconds.ts';
import { CopyButton } from '../../ui/copy.tsx';
import { useShortcuts } from '../../ui/keys/hotkeys.ts';
import { Kbd } from '../../ui/keys/kbd.tsx';
import { Loading } from '../../ui/notice/loading.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { toastProblem } from '../../ui/notice/toast.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { useSearchState } from '../../ui/search-state.ts';
import { ArmPicker } from './arm-picker.tsx';
import armsStyles from './arms.module.css';
import { type ChosenRuns, canAdd, candidatesText, chosenRuns, compareSearchSchema } from './chosen-runs.ts';
import { usePlanOfRun, useSuggestedBase } from './suggested-base.ts';

/** Of the page on which nothing is compared yet. */
const KeptComparisons = later(() => import('./kept-comparisons.tsx'), 'KeptComparisons');

type Change = ReturnType<typeof useSearchState<typeof compareSearchSchema>>[1];

/** A base and one to four candidates, by URL; nothing is stored until it is shared. */
export function ComparePage({ onStored }: { onStored: (id: string, share: boolean) => void }) {
  const [search, change] = useSearchState(compareSearchSchema);
  const arms = chosenRuns(search);
  const { base, candidates, window: part } = arms;
  const chosen = candidates.filter((candidate) => candidate.length > 0);
  const ready = base.length > 0 && chosen.length > 0;
  const { data, error, refetch } = useQuery({ ...comparisonQuery(base, chosen, part), enabled: ready });
  // While another run is asked for, the seconds of the last one stay.
  const length = useQuery({ ...runQuery(base[0] ?? ''), placeholderData: keepPreviousData, enabled: ready });
  // Sums have no seconds to choose from.
  const seconds = length.data && length.data.source?.data !== 'summary' ? windowSeconds(length.data) : 0;
  // All of it at once: what comes late would push the rest down.
  const isFirstLoad = ready && !error && (!data || length.isPending);
  // While another answer is on its way the last one stays, unless it is of another number of arms.
  const shown = !isFirstLoad && ready && data && data.candidates.length === chosen.length ? data : null;
  const named = shown && namedArms(shown);
  const said = named && saidOfArms(named);
  const title = said ? said.headline : compareWords.title;
  const [first] = chosen.length === 1 ? (chosen[0] ?? []) : [];
  useSuggestedBase(base.length === 0 ? first : undefined, (id) => change({ base: id }));
  const plan = usePlanOfRun(first ?? base[0]);
  const undecided = shown && openPair(shown);
  usePageTitle(title);
  const store = useStore(onStored);
  const may = useMay();
  const mayShare = may('comparison.create') && may('share.create');
  const share = () => store.mutate({ base: [...base], candidates: chosen.map((ids) => [...ids]), ...part });
  return (
    <>
      <div className="head">
        <div className="head-title">
          <h1>{title}</h1>
        </div>
        <span className="row tight no-print">
          {ready && !isFirstLoad && canAdd(arms) && candidates.length === chosen.length && (
            <Button
              leftSection={<IconPlus size={15} aria-hidden />}
              onClick={() => change({ candidate: candidatesText([...candidates, []]) })}
            >
              {compareWords.addRun}
            </Button>
          )}
          {shown && <CopyButton text={() => comparisonMarkdown(shown, window.location.href)} label={compareWords.markdown} />}
          {shown && (
            <ComparisonExportMenu
              hrefOf={(format) => {
                const path = api.exportedComparison(format, base, ...chosen);
                return part ? `${path}&from=${part.from}&to=${part.to}` : path;
              }}
            />
          )}
          {shown && mayShare && (
            <Button variant="filled" leftSection={<IconShare size={15} aria-hidden />} loading={store.isPending} onClick={share}>
              {runActionWords.share}
            </Button>
          )}
        </span>
      </div>
      {said && <Remarks said={said.remarks} />}
      {!isFirstLoad && (
        <Arms
          arms={arms}
          change={change}
          plan={plan}
          names={named && candidates.length === chosen.length ? [named.base, ...named.candidates].map(({ name }) => name) : []}
          known={(at) => (at === 0 ? shown?.base : candidateAt(arms, shown?.candidates ?? [], at - 1))?.runs ?? []}
        />
      )}
      {!ready ? (
        <Suspense>
          <KeptComparisons />
        </Suspense>
      ) : error ? (
        <div style={{ marginBlockStart: 14 }}>
          <ProblemNotice error={error} retry={() => void refetch()} />
        </div>
      ) : !shown || !named ? (
        <Loading rows={8} />
      ) : (
        <>
          {canChoose(seconds, part) && (
            <div className={part ? undefined : 'no-print'}>
              <WindowBrush
                total={seconds}
                window={part}
                onChange={(next) => change({ from: next ? String(next.from) : undefined, to: next ? String(next.to) : undefined })}
              />
            </div>
          )}
          {undecided && <DecideIt {...undecided} />}
          <ArmsView arms={named} asked={shown} />
        </>
      )}
    </>
  );
}

/** The candidate compared at this place of the URL; a place that is empty has none. */
function candidateAt({ candidates }: ChosenRuns, compared: readonly Candidate[], place: number): Candidate | undefined {
  if (candidates[place]?.length === 0) return undefined;
  return compared[candidates.slice(0, place).filter((candidate) => candidate.length > 0).length];
}

function useStore(onStored: (id: string, share: boolean) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: storeComparison,
    onSuccess: (stored) => {
      void queryClient.invalidateQueries({ queryKey: ['comparisons'] });
      onStored(stored.id, true);
    },
    onError: toastProblem,
  });
}

interface ArmsProps {
  readonly arms: ChosenRuns;
  readonly change: Change;
  readonly plan: Parameters<typeof ArmPicker>[0]['plan'];
  /** By what differs; none before they are compared. */
  readonly names: readonly string[];
  known(at: number): Parameters<typeof ArmPicker>[0]['known'];
}

function Arms({ arms, change, plan, names, known }: ArmsProps) {
  const { base, candidates } = arms;
  const two = candidates.length === 1;
  const put = (next: readonly (readonly string[])[]) => change({ candidate: candidatesText(next) });
  const exchange = (index: number) =>
    change({
      base: candidates[index]?.join(',') || undefined,
      candidate: candidatesText(candidates.map((one, at) => (at === index ? base : one))),
    });
  useShortcuts({ x: () => exchange(0) });
  return (
    <div className={two ? armsStyles.arms : `${armsStyles.arms} ${armsStyles.armsMany}`}>
      <ArmPicker
        index={0}
        title={(two && names[0]) || compareWords.base}
        label={compareWords.pick.base}
        value={base}
        taken={candidates.flat()}
        known={known(0)}
        plan={plan}
        onPick={(ids) => change({ base: ids.join(',') || undefined })}
      />
      {two && (
        <Button onClick={() => exchange(0)} aria-label={compareWords.swap}>
          <IconArrowsExchange size={16} aria-hidden />
          <Kbd>x</Kbd>
        </Button>
      )}
      {candidates.map((candidate, index) => {
        const named = letter(index + 1);
        return (
          <ArmPicker
            // biome-ignore lint/suspicious/noArrayIndexKey: an arm is its place
            key={index}
            index={index + 1}
            title={two ? (names[1] ?? compareWords.candidate) : named}
            label={two ? compareWords.pick.candidate : compareWords.pickNth({ letter: named })}
            value={candidate}
            taken={[...base, ...candidates.filter((_, at) => at !== index).flat()]}
            known={known(index + 1)}
            plan={plan}
            onPick={(ids) => put(candidates.map((one, at) => (at === index ? ids : one)))}
            onBase={two || candidate.length === 0 ? undefined : () => exchange(index)}
            onRemove={two ? undefined : () => put(candidates.filter((_, at) => at !== index))}
          />
        );
      })}
    </div>
  );
}
